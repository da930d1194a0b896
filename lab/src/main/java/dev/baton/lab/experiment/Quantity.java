package dev.baton.lab.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What kind of number a claim is about. The tolerance follows from it, and from nothing else. */
public enum Quantity {
  /** A number that can be counted: every trial has it. */
  EXACT("exact count, no tolerance"),
  /** A bound: no trial is beyond it, and what is measured is the worst that there is. */
  BOUND("worst case, no tolerance"),
  /** A mean: its interval contains the value. */
  MEAN("mean, its 95 % interval"),
  /** What a document calls about, or approximately: {@link #NEAR}. */
  ABOUT("about, " + Quantity.PERCENT + " %"),
  /** O(f), see {@link Growth}. */
  GROWTH("growth, a + b f within " + Quantity.PERCENT + " % or less"),
  /** Less or more than another one: the interval of the difference, trial by trial, has no 0. */
  ORDER("difference, its 95 % interval");

  /** How much is about. */
  private static final int PERCENT = 5;

  static final double NEAR = PERCENT / 100.0;

  private final String rule;

  Quantity(String rule) {
    this.rule = rule;
  }

  /** In a few words. */
  String rule() {
    return rule;
  }

  @JsonValue
  @Override
  public String toString() {
    return Constants.of(this);
  }

  @JsonCreator
  static Quantity of(String name) {
    return Constants.constant(values(), "quantity", name);
  }
}
