import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Leaves a file behind when the JDK that runs it, the newest one that Maven found, is too old. */
public final class RequireJdk {
  public static void main(String[] args) throws IOException {
    int required = Integer.parseInt(args[0]);
    Path tooOld = Path.of(args[1]);
    Files.deleteIfExists(tooOld);
    if (Runtime.version().feature() < required) {
      Files.createDirectories(tooOld.getParent());
      Files.writeString(tooOld, Runtime.version() + "\n");
    }
  }
}
