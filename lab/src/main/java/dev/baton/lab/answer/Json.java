package dev.baton.lab.answer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.baton.cluster.epoch.Hidden;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * Prints answers made of maps, lists, texts and numbers. NaN and infinity become null, and
 * characters that cannot be seen are escaped: they occur in texts only.
 */
public final class Json {

  private Json() {}

  /** One object on one line, so that the answers of many runs make a file of JSON lines. */
  public static void print(PrintWriter out, Map<String, ?> object) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      write(json, object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println(Hidden.shown(text.toString()));
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case Map<?, ?> map -> {
        json.writeStartObject();
        for (Map.Entry<?, ?> field : map.entrySet()) {
          json.writeFieldName((String) field.getKey());
          write(json, field.getValue());
        }
        json.writeEndObject();
      }
      case List<?> list -> {
        json.writeStartArray();
        for (Object element : list) {
          write(json, element);
        }
        json.writeEndArray();
      }
      case Double number when !Double.isFinite(number) -> json.writeNull();
      case Double number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Boolean flag -> json.writeBoolean(flag);
      default -> json.writeString(value.toString());
    }
  }
}
