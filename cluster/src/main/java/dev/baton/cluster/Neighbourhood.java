package dev.baton.cluster;

/**
 * A part of a cluster that shares what is near: each neighbourhood has permits of its own. A member
 * is in one neighbourhood at a time, and moves to another with {@link Baton#roamTo}.
 */
public final class Neighbourhood {

  private final Baton baton;
  private final String name;

  Neighbourhood(Baton baton, String name) {
    this.baton = baton;
    this.name = name;
  }

  /** {@return the name of the neighbourhood} */
  public String name() {
    return name;
  }

  /**
   * The semaphore with this name, of which every neighbourhood has one.
   *
   * @param semaphore its name, the same in every neighbourhood
   * @param permits how many there are in each neighbourhood
   * @return the semaphore; nothing is acquired yet
   * @throws LockConflictException if the name is that of a lock, or of another semaphore
   */
  public BatonSemaphore semaphore(String semaphore, int permits) {
    return baton.semaphore(semaphore, permits, this);
  }

  void checkHere() {
    String here = baton.neighbourhood();
    if (!name.equals(here)) {
      throw new IllegalStateException(
          "Member "
              + baton.member()
              + " is in "
              + here
              + ", not in "
              + name
              + ": call roamTo(\""
              + name
              + "\") first, or use neighbourhood(\""
              + here
              + "\").");
    }
  }

  @Override
  public String toString() {
    return "Neighbourhood[" + name + "]";
  }
}
