package dev.baton.lab.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.baton.cluster.net.Keys;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/tls.md has readers type makes certificates that members take. */
class CertificatesGuideTest {

  private static final Pattern TO_TYPE = Pattern.compile("(?s)```sh\n(.*?)```");

  @Test
  @Tag("process")
  void theGuideMakesRenewsAndAddsCertificates(@TempDir Path directory) throws Exception {
    String guide = Files.readString(Path.of("../docs/guide/tls.md"));
    String typed =
        TO_TYPE.matcher(guide).results().map(match -> match.group(1)).collect(Collectors.joining());
    String others = "cluster=invoices; certify web-1; sign web-1";
    assertThat(run(typed + others, directory)).contains("Valid from");

    for (String member : new String[] {"app-1", "app-2", "app-3"}) {
      MemberConfig config = MemberConfig.read(directory.resolve(member + ".properties"));
      assertThatCode(config::builder).doesNotThrowAnyException();
    }
    char[] password = "change-me".toCharArray();
    Path web = directory.resolve("keys/new/web-1.p12");
    assertThat(Keys.owner(web, password).objection("invoices", "web-1")).isNull();
    assertThat(Keys.owner(web, password).objection("orders", "web-1")).isNotNull();
  }

  private static String run(String script, Path directory) throws Exception {
    ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", script);
    Path tools = Path.of(System.getProperty("java.home"), "bin");
    shell
        .environment()
        .merge("PATH", tools.toString(), (was, jdk) -> jdk + File.pathSeparator + was);
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
