package dev.baton.lab.experiment;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Reads and writes JSON and YAML, and numbers for people. */
final class Texts {

  static final ObjectMapper JSON = JsonMapper.builder().build();

  static final ObjectMapper YAML =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");

  private Texts() {}

  /** The same bytes on every machine, with a line for each field. */
  static String pretty(JsonNode json) {
    try {
      DefaultPrettyPrinter printer =
          new DefaultPrettyPrinter().withObjectIndenter(LINES).withArrayIndenter(LINES);
      return JSON.writer(printer).writeValueAsString(json) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** About four digits. */
  static String about(double number) {
    double size = Math.abs(number);
    if (size >= 1e6) {
      return String.format(Locale.ROOT, "%.3g", number);
    }
    if (number == Math.rint(number)) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    if (size >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    if (size >= 100) {
      return String.format(Locale.ROOT, "%.1f", number);
    }
    return String.format(Locale.ROOT, size >= 10 ? "%.2f" : size >= 0.01 ? "%.3f" : "%.1e", number);
  }
}
