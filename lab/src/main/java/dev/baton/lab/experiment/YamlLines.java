package dev.baton.lab.experiment;

import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** In which line of a YAML file each key stands, by its way: {@code claims[2].test.of}. */
final class YamlLines {

  private final Map<String, Integer> lines = new HashMap<>();

  private YamlLines() {}

  /** Those of a file; none if it is no YAML. */
  static YamlLines of(String text) {
    YamlLines lines = new YamlLines();
    try {
      Node root = new Yaml().compose(new StringReader(text));
      if (root != null) {
        lines.add("", root);
      }
    } catch (YAMLException e) {
      // Whoever reads the file says so.
    }
    return lines;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  private void add(String way, Node node) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key) {
          String of = way.isEmpty() ? key.getValue() : way + "." + key.getValue();
          lines.put(of, key.getStartMark().getLine() + 1);
          add(of, tuple.getValueNode());
        }
      }
    } else if (node instanceof SequenceNode sequence) {
      List<Node> items = sequence.getValue();
      for (int i = 0; i < items.size(); i++) {
        String of = way + "[" + i + "]";
        lines.put(of, items.get(i).getStartMark().getLine() + 1);
        add(of, items.get(i));
      }
    }
  }

  /** "line 12, claims[2].test.of"; of a key that is missing, the line of what it is missing in. */
  String at(String way) {
    for (String known = way; !known.isEmpty(); known = parent(known)) {
      Integer line = lines.get(known);
      if (line != null) {
        return "line " + line + ", " + way;
      }
    }
    return way;
  }

  private static String parent(String way) {
    int end = Math.max(way.lastIndexOf('.'), way.lastIndexOf('['));
    return end < 0 ? "" : way.substring(0, end);
  }
}
