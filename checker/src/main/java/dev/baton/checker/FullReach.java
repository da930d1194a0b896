package dev.baton.checker;

/** Everyone always hears everyone; takes no room in a vector. */
final class FullReach implements Reach {

  private final int at;

  FullReach(int at) {
    this.at = at;
  }

  @Override
  public int end() {
    return at;
  }

  @Override
  public void start(int[] vector) {}

  @Override
  public boolean isChanging(int[] vector) {
    return false;
  }

  @Override
  public void listMoves(Tables tables, int[] vector, int node, Events events) {}

  @Override
  public void listChanges(Tables tables, int[] vector, int length, Events events) {}

  @Override
  public int apply(Tables tables, int[] vector, int length, int node, int code) {
    return length;
  }

  @Override
  public boolean reaches(Tables tables, int[] vector, int sender, int channel) {
    return true;
  }

  @Override
  public void settle(Tables tables, int[] vector, int length) {}

  @Override
  public boolean losesMessages() {
    return false;
  }
}
