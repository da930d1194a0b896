package dev.baton.algorithms;

/**
 * A small change of an algorithm's source that nobody has thought of: a statement left out, a
 * condition negated, a number one too large or too small.
 *
 * @param type the class, by its simple name
 * @param name the method and what is changed there, unique in the class
 * @param source the changed source of the class
 */
record SourceMutant(String type, String name, String source) {

  @Override
  public String toString() {
    return type + "." + name;
  }
}
