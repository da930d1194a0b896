package dev.baton.lab.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What a plot shows. */
public enum PlotKind {
  /** The means of configurations, over a variable. */
  LINES,
  /** The share of entries that took at most so long: an empirical distribution function. */
  CDF;

  @JsonValue
  @Override
  public String toString() {
    return Constants.of(this);
  }

  @JsonCreator
  static PlotKind of(String name) {
    return Constants.constant(values(), "kind of plot", name);
  }
}
