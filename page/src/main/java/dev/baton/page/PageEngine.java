package dev.baton.page;

import dev.baton.algorithms.TestLibrary;
import dev.baton.web.Desk;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSFunctor;
import org.teavm.jso.JSObject;

/**
 * What runs in a worker of the page: the same simulator, checker and algorithms as on the JVM. The
 * page asks, and {@link Desk} answers in JSON.
 */
public final class PageEngine {

  private static final Desk DESK = new Desk(new TestLibrary());

  /** Hears how far a search has come. */
  @JSFunctor
  public interface Listener extends JSObject {
    void hear(double states, double frontier, int depth);
  }

  private PageEngine() {}

  public static void main(String[] args) {}

  @JSExport
  public static String catalog() {
    return DESK.catalog();
  }

  @JSExport
  public static String simulate(String options, int mostEvents) {
    return DESK.simulate(options, mostEvents);
  }

  @JSExport
  public static String measure(String options) {
    return DESK.measure(options);
  }

  @JSExport
  public static String open(String trace) {
    return DESK.open(trace);
  }

  @JSExport
  public static String fork(int number, int events, String own, boolean finishes) {
    return DESK.fork(number, events, own, finishes);
  }

  @JSExport
  public static String export(int number, String format) {
    return DESK.export(number, format);
  }

  @JSExport
  public static String check(String options, double memoryBytes, Listener listener) {
    return DESK.check(options, (long) memoryBytes, listener::hear);
  }
}
