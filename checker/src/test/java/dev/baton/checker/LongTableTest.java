package dev.baton.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Hash;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LongTableTest {

  @Tag("slow")
  @Test
  void agreesWithAHashMap() {
    Random random = new Random(1);
    LongTable table = new LongTable(16);
    Map<Long, Integer> map = new HashMap<>();
    for (int i = 1; i < 100_000; i++) {
      long key = 1 + random.nextInt(50_000);
      Integer known = map.putIfAbsent(key, i);
      assertThat(table.putIfAbsent(key, i)).isEqualTo(known == null ? LongTable.ABSENT : known);
    }
    assertThat(table.size()).isEqualTo(map.size());
    map.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
    assertThat(table.get(60_000)).isEqualTo(LongTable.ABSENT);
  }

  @Test
  void fingerprintsAgreeWithAHashMap() {
    Random random = new Random(2);
    Fingerprints table = new Fingerprints();
    Map<Long, Integer> map = new HashMap<>();
    for (int i = 1; i < 300_000; i++) {
      long key = Hash.mix(random.nextInt(200_000) + 1);
      Integer known = map.putIfAbsent(key, i);
      assertThat(table.putIfAbsent(key, i)).isEqualTo(known == null ? LongTable.ABSENT : known);
    }
    map.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
    assertThat(table.get(Hash.mix(300_000))).isEqualTo(LongTable.ABSENT);
    // Twelve bytes each, and at most half as much again free; less than a part twice.
    assertThat(table.bytes()).isLessThan(map.size() * 12L * 2 + (1 << 16));
  }
}
