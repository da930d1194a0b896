package dev.baton.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LongsTest {

  private static final long[] SHORT = {-1, 0, 1, 0x7FFF_FFFFL, 0x8000_0000L, 0xFFFF_FFFEL};
  private static final long[] LONG = {0xFFFF_FFFFL, 0x1_0000_0000L, Long.MAX_VALUE};

  private static Longs of(long... values) {
    Longs list = new Longs(2);
    for (long value : values) {
      list.add(value);
    }
    return list;
  }

  private static long[] contents(Longs list) {
    long[] contents = new long[list.size()];
    for (int i = 0; i < contents.length; i++) {
      contents[i] = list.get(i);
    }
    return contents;
  }

  @Test
  void keepsShortNumbers() {
    assertThat(contents(of(SHORT))).isEqualTo(SHORT);
  }

  @Test
  void keepsWhatItHasWhenALongNumberIsAdded() {
    for (long number : LONG) {
      Longs list = of(SHORT);
      list.add(number);
      list.add(3);
      assertThat(contents(list))
          .containsExactly(-1, 0, 1, 0x7FFF_FFFFL, 0x8000_0000L, 0xFFFF_FFFEL, number, 3);
    }
  }

  @Test
  void keepsWhatItHasWhenALongNumberIsSet() {
    for (long number : LONG) {
      Longs list = of(5, -1, 7);
      list.set(1, number);
      assertThat(contents(list)).containsExactly(5, number, 7);
    }
  }

  @Test
  void copiesWhatIsNotNegative() {
    for (long number : new long[] {8, Long.MAX_VALUE}) {
      long[] copy = new long[4];
      assertThat(of(4, 5, -1, number, -1, 6).copyValid(1, copy)).isEqualTo(3);
      assertThat(copy).containsExactly(5, number, 6, 0);
    }
  }
}
