package dev.baton.cluster.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.algorithms.NaimiTrehel;
import dev.baton.algorithms.SuzukiKasami;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Seat;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format itself: pinned bytes, and what is refused. */
class WireTest {

  private static final Codec<Frame> FRAMES = Wire.frames();

  private static String hex(Frame frame) {
    Output out = new Output();
    FRAMES.encode(frame, out);
    return HexFormat.ofDelimiter(" ").formatHex(out.toByteArray());
  }

  private static Frame frame(String hex) throws WireException {
    return FRAMES.decode(new Input().wrap(HexFormat.of().parseHex(hex.replace(" ", ""))));
  }

  private static void assertRefused(String hex, String sentence) {
    assertThatThrownBy(() -> frame(hex)).isInstanceOf(WireException.class).hasMessage(sentence);
  }

  // The bytes.

  @Test
  void aRequestIsShort() throws WireException {
    Frame frame = new Carry(3, 70, new LockId("a", 1), new NaimiTrehel.Request(2), 3L << 32 | 5, 6);
    String bytes = hex(frame);
    assertThat(bytes).isEqualTo("01 08 06 8c 01 01 61 02 00 7f 6d 00 04 8a 80 80 80 60 0c");
    assertThat(frame(bytes)).isEqualTo(frame);
  }

  @Test
  void aTokenWithNobody() {
    Frame frame =
        new Carry(
            0,
            1,
            new LockId("鎖", 2),
            new SuzukiKasami.Token(Ints.of(Node.NONE, 64), Ints.EMPTY),
            0,
            0);
    assertThat(hex(frame)).isEqualTo("01 08 00 02 03 e9 8e 96 04 00 25 8e 01 02 01 80 01 00 00 00");
  }

  /** Same tags, same components: else {@link Codec#VERSION} must change. */
  @Test
  void theFormatIsPinned() throws IOException {
    Path pinned = Path.of("src/test/resources/wire-format.txt");
    String format = "version " + Codec.VERSION + "\n" + FRAMES;
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(pinned, format);
    }
    assertThat(format).isEqualTo(Files.readString(pinned));
  }

  // The hash of a record is taken from its text.
  @Test
  void aRecordKeepsItsHash() throws WireException {
    EpochRecord record =
        new EpochRecord(
            7,
            -8,
            List.of(new Seat("m0", 1, Long.MIN_VALUE)),
            new TreeMap<>(),
            List.of("m0"),
            List.of(new Choice("*", "naimi-trehel")),
            new TreeMap<>(Map.of("m1", 2, "m0", 1)),
            List.of(new LockState(new LockId("x", 3), List.of(), List.of(), List.of(0L, 5L))),
            9);
    Codec<EpochRecord> records = Wire.records();
    Output out = new Output();
    records.encode(record, out);
    EpochRecord read = records.decode(new Input().wrap(out.toByteArray()));
    assertThat(read).isEqualTo(record);
    assertThat(read.hash()).isEqualTo(record.hash());
  }

  // What is refused.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                             | The bytes end too early.",
        "02 02 06                       | The format has version 1, not 2.",
        "01                             | The bytes end too early.",
        "01 ff                          | No Frame has the tag 255.",
        "01 02 06 00                    | 1 bytes too many follow.",
        "01 02 86 00                    | A number has too many bytes.",
        "01 02 ff ff ff ff ff ff ff ff ff 02 | A number has too many bytes.",
        "01 07 ff ff ff ff 1f           | A number has too many bytes.",
        "01 00 00 00 00 00 02 00        | A flag is 0 or 1, not 2.",
        "01 00 00 00 ff ff ff ff 0f     | '4,294,967,295 elements do not fit into the 0 bytes that"
            + " are left.'",
        "01 08 00 00 00 00 00 00 00 00 00 00 00 | 'A name has 1 to 256 bytes of UTF-8, not 0.'",
        "01 08 00 00 01 0a 02 00 00 00 00 00 00 | A name has no control characters such as U+000A.",
        "01 08 00 00 02 c2 85 02 00 00 00 00 00 | A name has no control characters such as U+0085.",
        "01 08 00 00 02 c0 af 02 00 00 00 00 00 | A name is not in UTF-8.",
        "01 08 00 00 03 ed a0 80 02 00 00 00 00 | A name is not in UTF-8.",
        "01 08 00 00 01 61 00 00 00 00 00 00 00 | 'a needs at least 1 permit, not 0.'",
        "01 08 00 00 01 61 02 00 00 00 00 00 00 | No Message has the tag 0.",
      })
  void bytesThatAreNoFrame(String hex, String sentence) {
    assertRefused(hex, sentence);
  }

  @Test
  void aFrameThatIsTooLarge() {
    byte[] bytes = new byte[Codec.LARGEST + 1];
    assertThatThrownBy(() -> FRAMES.decode(new Input().wrap(bytes)))
        .isInstanceOf(WireException.class)
        .hasMessage("A frame has at most 4194304 bytes.");
    List<Seat> seats = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      seats.add(new Seat("x".repeat(Name.LONGEST), i, i));
    }
    assertThatThrownBy(() -> hex(new Frame.Beat(1, 1, seats, List.of(), false, null, false)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A frame has at most 4194304 bytes.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "\u0000", "\u007f", "\u0085", "\ud83d"})
  void noNames(String name) {
    assertThatThrownBy(() -> Name.check(name)).isInstanceOf(IllegalArgumentException.class);
    Frame frame = new Carry(1, 1, new LockId(name, 1), new NaimiTrehel.Token(), 1, 1);
    assertThatThrownBy(() -> hex(frame)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesAreCountedInBytes() {
    String longest = "é".repeat(Name.LONGEST / 2);
    assertThat(longest.getBytes(UTF_8)).hasSize(Name.LONGEST);
    assertThat(Name.check(longest)).isEqualTo(longest);
    assertThatThrownBy(() -> Name.check(longest + "x"))
        .hasMessage("A name has 1 to 256 bytes of UTF-8, not 257.");
    assertThatThrownBy(() -> Name.check("x".repeat(257)))
        .hasMessage("A name has 1 to 256 bytes of UTF-8, not 257.");
  }

  // What has no form.

  record Endless(List<Endless> inner) {}

  record Nothing() {}

  record Nothings(List<Nothing> nothings) {}

  record Array(int[] values) {}

  record Unordered(SortedMap<Nothing, Integer> map) {}

  enum Colour {
    RED,
    GREEN
  }

  record Painted(Colour colour) {}

  @Test
  void typesThatAreNotSafe() {
    assertThatThrownBy(() -> Wire.of(Endless.class))
        .hasMessage("WireTest.Endless contains itself.");
    assertThatThrownBy(() -> Wire.of(Nothings.class)).hasMessageContaining("has no form");
    assertThatThrownBy(() -> Wire.of(Unordered.class)).hasMessageContaining("has no form");
    assertThatThrownBy(() -> Wire.of(Array.class)).hasMessageContaining("int[] has no form");
  }

  @Test
  void constantsOfAnEnum() throws WireException {
    Codec<Painted> codec = Wire.of(Painted.class);
    assertThat(codec.decode(new Input().wrap(new byte[] {1, 1})))
        .isEqualTo(new Painted(Colour.GREEN));
    assertThatThrownBy(() -> codec.decode(new Input().wrap(new byte[] {1, 2})))
        .isInstanceOf(WireException.class)
        .hasMessage("WireTest.Colour has no constant 2.");
  }
}
