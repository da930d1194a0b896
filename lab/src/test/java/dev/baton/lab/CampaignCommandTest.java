package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.lab.campaign.Campaign;
import dev.baton.lab.campaign.CampaignSettings;
import dev.baton.lab.campaign.FaultChoice;
import dev.baton.lab.campaign.FaultKind;
import dev.baton.lab.campaign.Load;
import dev.baton.lab.campaign.UnsafeCampaignWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class CampaignCommandTest {

  @TempDir private Path directory;

  @Tag("process")
  @Test
  void aShortCampaignOnLoopbackIsFine() throws Exception {
    Path out = directory.resolve("out");
    CommandRun run =
        CommandRun.of(
            "campaign --local --seconds 20 --lease 1s --members 4 --faults kill,stop,cut --json"
                + " --out "
                + out);
    JsonNode answer = run.json();
    assertThat(answer.get("verdict").asText()).as(run.toString()).isEqualTo("OK");
    assertThat(run.exitCode()).isZero();
    assertThat(answer.get("leftOut").toString()).contains("left out: cut");
    assertThat(answer.get("grants").asLong()).isPositive();
    assertThat(answer.get("faults")).isNotEmpty();
    assertThat(answer.get("faults").findValuesAsText("epochs")).isNotEmpty();
    assertThat(answer.get("kinds")).isNotEmpty();
    for (String count :
        new String[] {"overlaps", "fenceInversions", "lostWaiters", "membersNotBack", "grown"}) {
      assertThat(answer.get(count).asLong()).as(count).isZero();
    }
    assertThat(Files.readString(out.resolve("index.html"))).contains("<svg", "member-4");
    assertThat(Files.readString(out.resolve("campaign.txt"))).endsWith("verdict: OK\n");
    assertThat(out.resolve("campaign.json")).isNotEmptyFile();
    CommandRun.of("campaign --local --out " + out).isRefused("files of another campaign");
    assertThat(Files.readString(out.resolve("files/member-4.4.log")))
        .as("why epochs began")
        .containsPattern("INFO Baton - member-4: epoch \\d+ after a pause of \\d+ ms: .*join of ");
    JsonNode both = CommandRun.of("campaign --json --merge " + out + "," + out).json();
    assertThat(both.get("campaigns").asInt()).isEqualTo(2);
    assertThat(both.get("kinds").get(0).get("times").asInt())
        .isEqualTo(2 * answer.get("kinds").get(0).get("times").asInt());
  }

  /** The verdict can fail. How much goes wrong in so short a time is up to the machine. */
  @Tag("process")
  @Test
  void withoutLeasesAndFencesTheVerdictIsViolated() throws Exception {
    List<String> said = new ArrayList<>();
    boolean isFound = false;
    for (int seed = 3; !isFound && seed <= 5; seed++) {
      CampaignSettings settings =
          new CampaignSettings(
              3,
              3,
              "suzuki-kasami",
              Duration.ofSeconds(1),
              false,
              seed,
              Duration.ofSeconds(13),
              null,
              FaultChoice.of(FaultKind.KILL),
              EnumSet.of(Load.HOT),
              true);
      Path files = Files.createDirectory(directory.resolve("seed-" + seed));
      try (Campaign campaign =
          new Campaign(settings, files, UnsafeCampaignWorker.class, said::add)) {
        Campaign.Outcome outcome = campaign.run();
        isFound = !outcome.isFine() && outcome.findings().fenceInversions() > 0;
      }
    }
    assertThat(isFound).as(said.toString()).isTrue();
  }

  @Test
  void mistakesAreOneLine() {
    CommandRun.of("campaign --members 2").isRefused("There can be 3 to 9 members");
    CommandRun.of("campaign --seconds 5").isRefused("With this lease a campaign takes");
    CommandRun.of("campaign --seconds 50 --minutes 1").isRefused("not both");
    CommandRun.of("campaign --faults fire").isRefused("There is no fault 'fire'");
    CommandRun.of("campaign --faults cut:me").isRefused("write everybody or leader");
    CommandRun.of("campaign --faults churn:leader").isRefused("write churn alone");
    CommandRun.of("campaign --each 10m").isRefused("With this lease a campaign takes");
    CommandRun.of("campaign --loads heavy").isRefused("There is no load 'heavy'");
    CommandRun.of("campaign --algorithm fly").isRefused("There is no algorithm 'fly'");
    CommandRun.of("campaign --algorithm k-naimi-trehel").isRefused("not an algorithm of a lock");
    CommandRun.of("campaign --algorithm klme").isRefused("write --loads semaphore.");
    CommandRun.of("campaign --faults link:4-6").isRefused("the members are 1 to 5");
    CommandRun.of("campaign --baseline 10m").isRefused("With this lease a campaign takes");
    CommandRun.of("campaign --merge /nowhere").isRefused("cannot be read");
    CommandRun.of("campaign --lease 100ms").isRefused("A lease must last 1 to 60 seconds");
    CommandRun.of("campaign --lease soon").isRefused("soon");
    CommandRun.of("campaign --out /proc/nowhere").isRefused("cannot be written");
  }
}
