package dev.baton.checker;

import java.util.List;

/** Runs the parts of a search: on one thread here, on several in a program that has them. */
public interface Workers {

  /** One after the other. */
  Workers ALONE =
      new Workers() {
        @Override
        public int size() {
          return 1;
        }

        @Override
        public void run(List<Runnable> tasks) {
          tasks.forEach(Runnable::run);
        }
      };

  /** How many tasks can run at once; a search has this many parts. */
  int size();

  /**
   * Runs all tasks and returns when the last has ended; what they wrote is then visible to every
   * thread.
   */
  void run(List<Runnable> tasks);
}
