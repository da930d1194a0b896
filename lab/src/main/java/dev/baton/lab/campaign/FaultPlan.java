package dev.baton.lab.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * All faults of a campaign, drawn from its seed: the same seed, options and possible kinds of
 * faults give the same plan. Kinds are dealt like cards, so that each has its turn before one comes
 * again; between two faults there is calm.
 */
public final class FaultPlan {

  /** In a long campaign, one fault in this many is a long one. */
  private static final int LONG_ONES = 6;

  private static final long LONG_CAMPAIGN_MILLIS = 600_000;

  /** What may happen to a wall clock, in seconds; a day is the most that a voter believes. */
  private static final int[] JUMPS = {-90_000, -3_600, -30, 30, 3_600, 90_000};

  private final CampaignSettings settings;
  private final Random random;
  private final List<PlannedFault> faults = new ArrayList<>();

  private FaultPlan(CampaignSettings settings) {
    this.settings = settings;
    random = new Random(settings.seed());
  }

  /** Draws one, of the kinds in {@code possible} alone. */
  public static List<PlannedFault> draw(CampaignSettings settings, Iterable<FaultKind> possible) {
    return new FaultPlan(settings).draw(possible);
  }

  private List<PlannedFault> draw(Iterable<FaultKind> possible) {
    List<FaultKind> deck = new ArrayList<>();
    long end = settings.time().minus(settings.lastCalm()).toMillis();
    long at = settings.warmUp().toMillis();
    while (true) {
      if (deck.isEmpty()) {
        possible.forEach(deck::add);
        Collections.shuffle(deck, random);
      }
      if (deck.isEmpty()) {
        return faults;
      }
      long millis = length();
      if (at + millis > end) {
        return faults;
      }
      faults.add(fault(deck.removeLast(), at, millis));
      at += millis + settings.calm().toMillis();
    }
  }

  /** From half a lease to three, so that some faults are over before anybody is evicted. */
  private long length() {
    if (settings.faults().each() != null) {
      return settings.faults().each().toMillis();
    }
    double lease = settings.lease().toMillis();
    boolean isLong =
        random.nextInt(LONG_ONES) == 0 && settings.time().toMillis() >= LONG_CAMPAIGN_MILLIS;
    double leases = isLong ? 8 + 12 * random.nextDouble() : 0.5 + 2.5 * random.nextDouble();
    return Math.round(lease * leases / 100) * 100;
  }

  private PlannedFault fault(FaultKind kind, long at, long millis) {
    String victim = "";
    List<Integer> members = List.of();
    LinkRule rule = LinkRule.FREE;
    int variant = 0;
    String form = settings.faults().form(kind);
    switch (kind) {
      case KILL, STOP -> victim = anybody(form);
      case ROLLING -> members = shuffled();
      case CHURN -> variant = 1 + random.nextInt(CampaignSettings.GUESTS);
      case STRANGERS -> variant = random.nextInt(settings.tls() ? 5 : 4);
      case CUT -> {
        int shape = random.nextInt(5);
        if (form.isEmpty() ? shape == 0 : form.equals(PlannedFault.EVERYBODY)) {
          variant = 1;
        } else if (shape < 3 || !form.isEmpty()) {
          victim = anybody(form);
        } else {
          members = sorted(shuffled().subList(0, 1 + random.nextInt(settings.members() - 1)));
        }
      }
      case ONE_WAY -> {
        victim = anybody(form);
        variant = random.nextInt(2);
      }
      case BRIDGE -> members = shuffled();
      case LINK -> {
        List<Integer> drawn = shuffled().subList(0, 2);
        members = sorted(form.isEmpty() ? drawn : ends(form));
      }
      case FLAP -> {
        victim = anybody(form);
        variant = 100 * (2 + random.nextInt(6));
      }
      case DELAY -> {
        int delay = 10 * (2 + random.nextInt(24));
        rule =
            form.isEmpty()
                ? LinkRule.delaying(delay, delay / 5)
                : LinkRule.delaying(Integer.parseInt(form), 0);
      }
      case LOSS -> rule = LinkRule.losing(0.02 + 0.01 * random.nextInt(24));
      case REORDER -> rule = LinkRule.reordering(0.05 + 0.05 * random.nextInt(10));
      case DUPLICATE -> rule = LinkRule.doubling(0.05 + 0.05 * random.nextInt(10));
      case DISK_FROZEN, DISK_FULL, DISK_FAILING, DISK_READ_ONLY ->
          victim =
              form.isEmpty()
                  ? random.nextBoolean() ? PlannedFault.LEADER : PlannedFault.FOLLOWER
                  : form.equals(PlannedFault.THE_LEADER)
                      ? PlannedFault.LEADER
                      : PlannedFault.FOLLOWER;
      case CLOCK -> {
        victim = CampaignSettings.name(1 + random.nextInt(settings.members()));
        variant = JUMPS[random.nextInt(JUMPS.length)];
      }
    }
    return new PlannedFault(faults.size() + 1, kind, at, millis, victim, members, rule, variant);
  }

  /** The two members that a form of {@link FaultKind#LINK} names. */
  static List<Integer> ends(String form) {
    return Arrays.stream(form.split("-")).map(Integer::valueOf).toList();
  }

  /**
   * The leader if that is asked for; else some member, and the leader more often than by chance.
   */
  private String anybody(String form) {
    if (form.equals(PlannedFault.THE_LEADER)) {
      return PlannedFault.LEADER;
    }
    int drawn = random.nextInt(settings.members() + 2);
    return drawn < settings.members() ? CampaignSettings.name(drawn + 1) : PlannedFault.LEADER;
  }

  private List<Integer> shuffled() {
    List<Integer> members =
        new ArrayList<>(IntStream.rangeClosed(1, settings.members()).boxed().toList());
    Collections.shuffle(members, random);
    return List.copyOf(members);
  }

  private static List<Integer> sorted(List<Integer> members) {
    return members.stream().sorted().toList();
  }
}
