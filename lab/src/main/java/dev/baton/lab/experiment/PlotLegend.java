package dev.baton.lab.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Where the names of a plot's lines stand. */
public enum PlotLegend {
  RIGHT,
  BELOW,
  NONE;

  @JsonValue
  @Override
  public String toString() {
    return Constants.of(this);
  }

  @JsonCreator
  static PlotLegend of(String name) {
    return Constants.constant(values(), "place for a legend", name);
  }
}
