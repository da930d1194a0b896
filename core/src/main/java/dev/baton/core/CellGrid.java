package dev.baton.core;

/** Neighbourhoods as the cells of a grid that is as square as possible, numbered row by row. */
public record CellGrid(int rows, int columns) {

  public static CellGrid of(int cells) {
    int rows = 1;
    for (int r = 2; (long) r * r <= cells; r++) {
      rows = cells % r == 0 ? r : rows;
    }
    return new CellGrid(rows, cells / rows);
  }

  /** Whether two cells are the same or have a side in common. */
  public boolean touch(int a, int b) {
    return Math.abs(a / columns - b / columns) + Math.abs(a % columns - b % columns) <= 1;
  }
}
