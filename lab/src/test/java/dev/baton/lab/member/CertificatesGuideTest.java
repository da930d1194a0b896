package dev.baton.lab.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.baton.cluster.net.Keys;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/tls.md has readers type makes certificates that members take. */
class CertificatesGuideTest {

  private static final Pattern TO_TYPE = Pattern.compile("(?s)```sh\n(.*?)```");

  @TempDir private Path directory;

  @Test
  @Tag("process")
  void theGuideMakesCertificates() throws Exception {
    run(guide().limit(3).collect(joining()));
    configurationsAreGood();
  }

  @Test
  @Tag("long")
  void theGuideMakesRenewsAndAddsCertificates() throws Exception {
    String others = "cluster=invoices; certify web-1; sign web-1";
    assertThat(run(guide().collect(joining()) + others)).contains("Valid from");
    configurationsAreGood();
    char[] password = "change-me".toCharArray();
    Path web = directory.resolve("keys/new/web-1.p12");
    assertThat(Keys.owner(web, password).objection("invoices", "web-1")).isNull();
    assertThat(Keys.owner(web, password).objection("orders", "web-1")).isNotNull();
  }

  /** The parts of the guide that are to be typed. */
  private static Stream<String> guide() throws IOException {
    String guide = Files.readString(Path.of("../docs/guide/tls.md"));
    return TO_TYPE.matcher(guide).results().map(match -> match.group(1));
  }

  private void configurationsAreGood() throws IOException {
    for (String member : new String[] {"app-1", "app-2", "app-3"}) {
      MemberConfig config = MemberConfig.read(directory.resolve(member + ".properties"));
      assertThatCode(config::builder).doesNotThrowAnyException();
    }
  }

  private String run(String script) throws Exception {
    ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", script);
    Path tools = Path.of(System.getProperty("java.home"), "bin");
    shell
        .environment()
        .merge("PATH", tools.toString(), (was, jdk) -> jdk + File.pathSeparator + was);
    // Some fifty short runs of keytool.
    shell.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Path said = directory.resolve("said");
    int code =
        shell
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    String text = Files.readString(said, UTF_8);
    assertThat(code).as(text).isZero();
    return text;
  }
}
