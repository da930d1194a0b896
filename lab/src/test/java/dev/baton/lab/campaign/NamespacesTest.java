package dev.baton.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Faults that need namespaces and disks of their own; nothing of them is left behind. */
@Tag("long")
@EnabledIfSystemProperty(named = "baton.namespaces", matches = "true")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class NamespacesTest {

  @TempDir private Path directory;

  @Test
  void networksAndDisksMayFail() throws Exception {
    assumeTrue(Namespaces.obstacle() == null, "no namespaces: " + Namespaces.obstacle());
    assumeTrue(Disks.obstacle() == null, "no disks: " + Disks.obstacle());
    FaultChoice faults =
        FaultChoice.of(
            FaultKind.CUT,
            FaultKind.ONE_WAY,
            FaultKind.LOSS,
            FaultKind.DISK_FULL,
            FaultKind.DISK_FAILING);
    CampaignSettings settings =
        new CampaignSettings(
            5,
            3,
            "naimi-trehel",
            Duration.ofSeconds(2),
            true,
            1,
            Duration.ofSeconds(75),
            null,
            faults,
            EnumSet.allOf(Load.class),
            false);
    List<String> said = new ArrayList<>();
    try (Campaign campaign = new Campaign(settings, directory, said::add)) {
      Campaign.Outcome outcome = campaign.run();
      assertThat(outcome.where()).isEqualTo("network namespaces");
      assertThat(outcome.violations()).as(said.toString()).isEmpty();
      assertThat(outcome.findings().effects()).hasSizeGreaterThanOrEqualTo(5);
    }
    assertThat(left()).isEmpty();
  }

  /** What is there of namespaces and loop devices, by this process. */
  private List<String> left() throws Exception {
    String mine = "baton-" + ProcessHandle.current().pid() + "-";
    List<String> left = new ArrayList<>();
    Shell.run("ip netns list").lines().filter(line -> line.startsWith(mine)).forEach(left::add);
    Shell.run("losetup --list --noheadings")
        .lines()
        .filter(line -> line.contains(directory.toString()))
        .forEach(left::add);
    return left;
  }
}
