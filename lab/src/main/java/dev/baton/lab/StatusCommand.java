package dev.baton.lab;

import dev.baton.lab.answer.Json;
import dev.baton.lab.answer.StatusAnswer;
import dev.baton.lab.member.MemberClient;
import dev.baton.lab.member.MemberStatus;
import dev.baton.lab.options.HelpOption;
import dev.baton.lab.options.MemberOptions;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton status}: what the members on this machine know. */
@Command(
    name = "status",
    header = "Show who holds each lock and who waits, according to the members on this machine.",
    description =
        "%nAsks all members of this user on this machine ('baton member') and puts their answers"
            + " together: the epoch and its members, and for each lock in use who holds it, with"
            + " which fence, and how many wait at which member, in the order in which they asked."
            + " Members ask each other, so that one on this machine is enough; those that do not"
            + " answer within a second are named.%n",
    customSynopsis = "baton status [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton status", "  baton status --member app-1 --json"},
    usageHelpWidth = 100,
    sortOptions = false)
final class StatusCommand implements Callable<Integer> {

  @Mixin private MemberOptions members;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    List<MemberClient> clients = members.connect();
    List<MemberStatus> answers = clients.stream().map(MemberClient::status).toList();
    clients.forEach(MemberClient::close);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Json.print(out, Map.of("members", answers.stream().map(StatusAnswer::fields).toList()));
    }
    if (answers.isEmpty()) {
      spec.commandLine().getErr().println("baton: " + members.nobody());
      return 1;
    }
    if (!json) {
      Map<String, List<MemberStatus>> clusters =
          answers.stream()
              .collect(
                  Collectors.groupingBy(MemberStatus::cluster, TreeMap::new, Collectors.toList()));
      clusters.values().forEach(cluster -> StatusAnswer.print(out, cluster));
    }
    return 0;
  }
}
