/**
 * The lessons as data. Each tells of one trace of the repository.
 *
 * Events have their numbers from 1, as the trace and the figure count them; 0 is the start. Beside a
 * number stands how the text of that event begins (`expect`), so that a test notices when a trace has
 * changed. In texts `code` is a message or a field, and *a word* is one that is explained here.
 *
 * A lesson:
 *   name     its address
 *   group    one of GROUPS
 *   title    a question or a claim
 *   source   whose algorithm, and when
 *   about    one sentence for the list
 *   trace    the file
 *   page     the algorithm whose page tells more
 *   lanes    nodes that the diagram shows; all, if left out
 *   steps    see below
 *   follows  other traces: {text, trace, at, expect}
 *
 * A step:
 *   at, expect  the event at which the figure stands
 *   text        paragraphs
 *   gist        what one keeps of it, shown when it is over
 *   notes       marks in the diagram: [event, sentence]
 *   question    {ask, answers: [{text, why, right}]}, one of them right
 *   reveal      {at, expect, text, notes}: what happens then
 */

export const GROUPS = ["First steps", "The five documents", "What breaks", "Fairness"];

const START = "The start";

export const LESSONS = [
  {
    name: "two-at-once",
    group: "First steps",
    title: "Two ask at the same moment: who goes first?",
    source: "G. Ricart, A. K. Agrawala, 1981",
    about: "Why an order is needed, and how sites that cannot see each other agree on one.",
    trace: "ricart-agrawala/tie",
    page: "ricart-agrawala",
    steps: [
      {
        at: 2,
        expect: "2 requests",
        text: [
          "Three sites share something that only one of them may use at a time. No server decides, and there is no clock that all of them can read. A site knows what it has done itself, and what messages have told it.",
          "1 asks the other two for permission. While its request is under way, 2 asks as well. Seen from above, 1 was first. But none of the three sees it from above.",
        ],
        gist: "1 and 2 ask, and neither knows of the other.",
      },
      {
        at: 4,
        expect: "0 receives REQUEST(sequence=2) from 2",
        text: [
          "A request carries a number, larger than every number that its site has seen. Neither of the two had seen the other's request, so both took the same: `sequence=2`.",
          "0 wants nothing. It gives both its permission, with `REPLY`. Now each of them lacks one more: that of the other.",
        ],
        gist: "Both requests have the number 2, and 0 permits both.",
      },
      {
        at: 4,
        expect: "0 receives REQUEST(sequence=2) from 2",
        text: ["The request of 2 is about to arrive at 1. And 1 wants to enter itself."],
        question: {
          ask: "What must 1 do with it?",
          answers: [
            { text: "Reply at once: whoever is asked replies.", why: "2 would do the same with the request of 1. Then both have all replies, and both are inside." },
            { text: "Keep its reply back, since it wants to enter itself.", why: "2 could say the same. Then both keep their reply back, and both wait for ever." },
            { text: "Compare the two requests, and keep its reply back if its own is first.", right: true, why: "Of equal numbers the smaller site is first, so 1 is." },
            { text: "Tell 2 to ask again later.", why: "Later is no answer: when 2 asks again, the same question is there again." },
          ],
        },
        reveal: {
          at: 6,
          expect: "2 receives REQUEST(sequence=2) from 1",
          text: [
            "The smaller number is first; of equal numbers, the smaller site. So 1 sends nothing and notes that it owes 2 a reply: `deferred` is `[2]`. 2 compares the same two requests, and replies.",
            "They need not talk about it: the same rule gives the same result.",
          ],
          notes: [[5, "1 is first, and keeps its reply back."], [6, "2 is second, and replies."]],
        },
        gist: "Both compare (2, site 1) with (2, site 2): 1 is first.",
      },
      {
        at: 9,
        expect: "1 receives REPLY from 2",
        text: [
          "2 has the reply of 0, and no other. 1 has both, and enters.",
          "No message says “you may enter”. 1 counts: `outstanding` was 2, and is 0.",
        ],
        gist: "1 has all replies and enters.",
      },
      {
        at: 14,
        expect: "2 receives REPLY from 1",
        text: [
          "While 1 is inside, 0 asks. It has seen the number 2, so it takes 3. Neither of the others replies: 1 is inside, and the request of 2 is older.",
          "Then 1 leaves and sends the two replies that it owes. 2 has all of its own now, and enters. One message is both: a late reply is also the release.",
        ],
        gist: "1 leaves, and its late reply lets 2 in.",
      },
      {
        at: 18,
        expect: "0 exits",
        text: [
          "0 was the last. They have entered in the order of their requests: number 2 of site 1, number 2 of site 2, number 3 of site 0.",
          "It is not the order of a clock on the wall. It is one that each site can compute from what it knows, and that is the same at all sites. This is what an order is needed for.",
        ],
      },
    ],
    follows: [
      { text: "A variant without the rule: both reply, and two are inside", trace: "ricart-agrawala/ties-replied", at: 10, expect: "0 receives REPLY from 1" },
    ],
  },

  {
    name: "path-reversal",
    group: "First steps",
    title: "Nobody knows where the token is, and everybody finds it",
    source: "M. Naimi, M. Trehel, A. Arnold, 1996",
    about: "What a token is, and how a request finds it by asking whoever asked last.",
    trace: "naimi-trehel/path-reversal",
    page: "naimi-trehel",
    steps: [
      {
        at: 1,
        expect: "0 requests",
        text: [
          "There is one *token*. The node that has it may enter, and no other may. So two are never inside; what is left to solve is how to find the token.",
          "Each node has a `FATHER`, the node that it asks. At first that is 0 for all others. 0 has the token itself: it asks nobody, and enters at once.",
        ],
        gist: "0 has the token; all others take 0 for their father.",
      },
      {
        at: 3,
        expect: "0 receives REQUEST(k=1) from 1",
        text: [
          "1 asks its father. 0 is inside and keeps the token for now, but it makes a note: `NEXT` is 1. There the token will go.",
          "And 0 takes 1 for its own father: 1 is the last that has asked, and whoever asks now has to come after it.",
        ],
        gist: "1 is the `NEXT` of 0, and 0 points to 1.",
      },
      {
        at: 4,
        expect: "2 requests",
        text: ["2 knows nothing of this. Its father is still 0, and there it sends its request."],
        question: {
          ask: "0 is inside and has a `NEXT` already. What does it do with the request of 2?",
          answers: [
            { text: "It puts 2 into a queue, behind 1.", why: "0 keeps no queue. It has room for one `NEXT`." },
            { text: "It makes 2 its `NEXT`.", why: "Then nobody would remember 1, and 1 would wait for ever. There is a variant that does this, linked at the end." },
            { text: "It sends the request on to 1.", right: true, why: "0 has a father now: it is not the last that has asked." },
            { text: "It tells 2 to ask 1.", why: "That would work too, with a message more. But a request can simply travel on." },
          ],
        },
        reveal: {
          at: 6,
          expect: "1 receives REQUEST(k=2) from 0",
          text: [
            "The request travels on to 1, in the name of 2: `k=2`. 1 waits and has no `NEXT` yet, so 2 becomes the next of 1. Nobody keeps the queue; each knows who comes after it.",
            "And both that the request has passed, 0 and 1, take 2 for their father. The path now leads the other way: this is *path reversal*.",
          ],
          notes: [[5, "0 sends it on and points to 2."], [6, "1 makes 2 its `NEXT` and points to 2."]],
        },
        gist: "The request of 2 goes on to 1; 0 and 1 point to 2.",
      },
      {
        at: 11,
        expect: "2 exits",
        text: [
          "0 leaves, and the token follows the `NEXT`s: from 0 to 1, from 1 to 2. One message each time, and nobody has to be asked.",
          "2 leaves too. It has no `NEXT`, so it keeps the token, idle.",
        ],
        gist: "The token goes from `NEXT` to `NEXT` and rests at 2.",
      },
      {
        at: 14,
        expect: "2 receives REQUEST(k=3) from 0",
        text: [
          "3 has heard of nothing so far. It asks 0, its father since the start. 0 had the token long ago, but it points to 2, and sends the request on.",
          "2 does not need the token, and sends it to 3 at once. What 3 believed was out of date, and it did no harm.",
        ],
        gist: "An old father is good enough: he knows a newer one.",
      },
      {
        at: 16,
        expect: "3 exits",
        text: [
          "Look at the fathers now. 0 and 2 point to 3, and 1 points to 2. From every node a path leads to the last that has asked.",
          "A request shortens the way of all nodes that it has passed. Nobody keeps this tree in balance, and still a request costs only about ln\u00a0N messages on average, with N nodes.",
        ],
      },
    ],
    follows: [
      { text: "A variant in which 0 makes 2 its NEXT: 1 waits for ever", trace: "naimi-trehel/waiting-root-stays-root", at: 5, expect: "0 receives REQUEST(k=2) from 2" },
    ],
  },

  {
    name: "suzuki-kasami",
    group: "The five documents",
    title: "Who keeps the queue if there is no server?",
    source: "I. Suzuki, T. Kasami, 1985, after lecture notes",
    about: "The token takes the queue along, and two numbers per site tell who waits.",
    trace: "suzuki-kasami/queue",
    page: "suzuki-kasami",
    steps: [
      {
        at: 1,
        expect: "0 requests",
        text: [
          "Three sites and one token. 0 has it, and enters without a message.",
          "Each site notes in `RN` the highest number of a request that it has heard of, one for each site. The token carries two things: `LN`, the number of the last request of each site that was served, and a queue, `Q`.",
        ],
        gist: "0 has the token and enters without a message.",
      },
      {
        at: 7,
        expect: "2 receives REQUEST(n=1) from 1",
        text: [
          "1 and 2 do not know where the token is. So each asks everybody, with the number of its request: `n=1`.",
          "0 is inside and answers nobody. It writes the numbers into its `RN`, and so do 1 and 2 with each other's.",
        ],
        gist: "1 and 2 ask everybody; all write down the numbers.",
      },
      {
        at: 7,
        expect: "2 receives REQUEST(n=1) from 1",
        text: ["0 is about to leave. Its `RN` is `[0, 1, 1]`, and the `LN` of the token is `[0, 0, 0]`."],
        question: {
          ask: "How does 0 know which sites wait?",
          answers: [
            { text: "Those with a number above 0 in `RN`.", why: "Numbers are never set back. A site that was served long ago has one above 0 as well." },
            { text: "Those whose number in `RN` is one more than in `LN`.", right: true, why: "Their last request has not been served." },
            { text: "Those whose requests it has kept in a list.", why: "It has kept numbers, not requests. In which order they came it cannot say." },
            { text: "It has to ask them.", why: "They have told it already. That is what the numbers are for." },
          ],
        },
        reveal: {
          at: 8,
          expect: "0 exits",
          text: [
            "1 and 2 wait: for both of them `RN` is one more than `LN`. 0 appends them to the queue, beginning with the site after itself. The token goes to the first, 1.",
            "The rest of the queue travels along: `Q=[2]`. From now on 0 keeps no queue.",
          ],
        },
        gist: "A site that is one ahead in `RN` waits. The queue travels with the token.",
      },
      {
        at: 10,
        expect: "2 receives REQUEST(n=1) from 0",
        text: [
          "0 wants to enter again at once. It had the token a moment ago, but that does not help: it has to ask like everybody else.",
          "The queue is under way to 1, with 2 in it. 0 comes after both.",
        ],
        gist: "0 asks again, and comes after those in the queue.",
      },
      {
        at: 15,
        expect: "2 exits",
        text: [
          "1 enters. At its exit it writes its own number into `LN`, and compares again: 0 is one ahead, and goes to the end of the queue. The token goes to 2.",
          "2 does the same. Nobody new waits, and the token goes to 0, the last in the queue.",
        ],
        gist: "At each exit the queue is brought up to date.",
      },
      {
        at: 17,
        expect: "0 exits",
        text: [
          "0 leaves, and nobody waits: `RN` and `LN` are equal. It keeps the token, idle, and may enter again for nothing.",
          "An entry costs no message or N of them: N\u00a0−\u00a01 requests and the token. From an exit to the next entry it is one message, if the next site is known. No algorithm can do with less.",
        ],
      },
    ],
    follows: [
      { text: "A request that arrives long after it was served does no harm", trace: "suzuki-kasami/outdated", at: 10, expect: "2 receives REQUEST(n=1) from 1" },
    ],
  },

  {
    name: "singhal",
    group: "The five documents",
    title: "Must one really ask everybody?",
    source: "M. Singhal, 1989, after lecture notes",
    about: "A staircase of beliefs: of any two sites one asks the other, and that is enough.",
    trace: "singhal-heuristic/staircase",
    page: "singhal-heuristic",
    steps: [
      {
        at: 0,
        expect: START,
        text: [
          "Suzuki and Kasami's sites ask everybody. Here a site asks only those that are likely to have the token. What it believes of each of the others is in `SV`: R wants to enter, E is inside, H has the token and rests, N is none of these. It asks those with R.",
          "At the start the beliefs form a staircase: 1 asks 0, 2 asks 0 and 1, and 3 asks all. So of any two sites, one asks the other.",
        ],
        gist: "A staircase: of any two sites, one asks the other.",
      },
      {
        at: 5,
        expect: "3 receives TOKEN(TSV=[N, N, N, R], TSN=[0, 0, 0, 1]) from 0",
        text: [
          "3 has the longest list and asks all three. 0 holds the idle token, and sends it.",
          "1 and 2 have no token to send. But they have heard that 3 wants it, and note R for 3.",
        ],
        gist: "3 asks all; whoever was asked notes R for 3.",
      },
      {
        at: 6,
        expect: "3 exits",
        text: [
          "3 leaves. The token knows of nobody that wants it, so 3 notes N for all others, and H for itself. It keeps the token, and if it has to ask again it begins with an empty list.",
          "Next, 1 will want to enter.",
        ],
        question: {
          ask: "Which sites does 1 ask?",
          answers: [
            { text: "Only 0, as at the start.", why: "0 has no token any more. 1 would wait in vain, if it had not heard the request of 3." },
            { text: "Only 3, which has the token.", why: "3 does have it. But 1 cannot know: it believes R of two sites." },
            { text: "0 and 3.", right: true, why: "R for 0 since the start, R for 3 since its request came." },
            { text: "All others.", why: "2 has never asked for anything, so it cannot have the token." },
          ],
        },
        reveal: {
          at: 7,
          expect: "1 requests",
          text: [
            "1 asks 0 and 3. Before, 3 asked 1; now 1 asks 3. The pair has changed its direction.",
            "3 may forget all others because it has told them of itself: they ask 3 from now on.",
          ],
        },
        gist: "3 forgets the others, and they ask 3 now.",
      },
      {
        at: 10,
        expect: "1 receives TOKEN(TSV=[N, R, N, N], TSN=[0, 1, 0, 1]) from 3",
        text: [
          "0 can only make a note. 3 holds the idle token and sends it. 1 enters.",
          "The request to 0 was not needed. It is the price for not knowing, and still less than asking everybody: 2 was left in peace.",
        ],
        gist: "Two requests instead of three, and the token.",
      },
      {
        at: 16,
        expect: "0 receives REQUEST(sn=2) from 3",
        text: [
          "While 1 is inside, 3 asks again: only 1. Then 0 asks 1 and 3.",
          "Look at event 15. The request of 0 comes to 3, which waits itself and did not have R for 0. So it notes R and asks back. Of these two, each knows of the other now; without the answer 0 would not hear of the request of 3.",
        ],
        notes: [[15, "3 asks 0 back."]],
        gist: "A site that waits asks back when it hears of somebody new.",
      },
      {
        at: 21,
        expect: "0 exits",
        text: [
          "1 leaves, and the token goes on in a circle: 3 is served, then 0.",
          "If requests are rare, a site asks those that have entered since it last did: half of the others on average. That is half of what Suzuki and Kasami's sites ask.",
          "The listing in the notes has an error that needs fifteen events to show itself. There is a lesson on it.",
        ],
      },
    ],
    follows: [],
    next: "singhal-forgets",
  },

  {
    name: "raymond",
    group: "The five documents",
    title: "Why does 1 ask only once?",
    source: "K. Raymond, 1989, also in the lecture notes",
    about: "On a tree it is enough to know the direction, and one request speaks for many.",
    trace: "raymond/binary-tree",
    page: "raymond",
    steps: [
      {
        at: 1,
        expect: "0 requests",
        text: [
          "Seven nodes form a tree, and 0 has the token, which Raymond calls the privilege. No node knows where it is. But each knows in which direction: `HOLDER` names the neighbour from which the way to it leads on.",
          "0 has it, and enters.",
        ],
        gist: "`HOLDER` names the direction, not the place.",
      },
      {
        at: 4,
        expect: "0 receives REQUEST from 1",
        text: [
          "3 asks its neighbour 1. 1 puts 3 into its queue, and asks 0, in its own name.",
          "So the queue of 0 says 1. That 3 is behind it, 0 neither knows nor needs to know.",
        ],
        gist: "3 asks 1, and 1 asks 0 in its own name.",
      },
      {
        at: 8,
        expect: "4 requests",
        text: ["6 has asked 2, and 2 has asked 0: the queue of 0 is `[1, 2]`. Now 4 asks 1, where 3 waits already."],
        question: {
          ask: "What does 1 send to 0 on behalf of 4?",
          answers: [
            { text: "A second `REQUEST`.", why: "1 has asked already, and the privilege will come. A second request would bring it a second time." },
            { text: "A message with the name of 4, for the queue of 0.", why: "0 has no use for it. It only ever sends the privilege to a neighbour." },
            { text: "Nothing.", right: true, why: "`ASKED` is set: one request stands for all that wait behind 1." },
            { text: "A message that two are waiting now.", why: "For 0 it makes no difference how many wait behind 1." },
          ],
        },
        reveal: {
          at: 9,
          expect: "1 receives REQUEST from 4",
          text: ["1 puts 4 into its queue, which is `[3, 4]` now, and sends nothing. The more nodes wait, the more of them share one request. That is why this algorithm gets cheaper when many ask."],
        },
        gist: "1 has asked already: one request stands for 3 and 4.",
      },
      {
        at: 12,
        expect: "3 receives PRIVILEGE from 1",
        text: [
          "0 leaves, and the privilege goes to the first of its queue, 1. But 2 is in the queue, too. So a `REQUEST` follows right behind: 0 wants the privilege back.",
          "1 does the same: the privilege to 3, and a `REQUEST` after it, for 4. Then 3 enters.",
        ],
        gist: "The privilege goes to 3; a request follows on each link.",
      },
      {
        at: 17,
        expect: "4 receives PRIVILEGE from 1",
        text: [
          "3 gives it back to 1, whose queue is `[4, 0]`. So 4 is next.",
          "6 comes later. It had asked before 4, and its request had reached 0 before 4 asked at all. But the privilege was at 1, and 4 was near.",
        ],
        notes: [[5, "6 asks."], [8, "4 asks."]],
        gist: "4 enters before 6, though 6 asked first.",
      },
      {
        at: 24,
        expect: "6 exits",
        text: [
          "Then over 1, 0 and 2 to 6. All arrows of `HOLDER` lead to 6 now.",
          "If few ask, an entry costs twice the distance on average, about a dozen messages on a tree of 49 nodes. If all ask all the time it is a little less than four messages, whatever the size.",
        ],
      },
    ],
    follows: [
      { text: "The listing of the notes: 1 does not pass the request on", trace: "raymond/listing-does-not-forward", at: 2, expect: "1 receives REQUEST from 2" },
    ],
  },

  {
    name: "raysuz",
    group: "The five documents",
    title: "How is a token called out of its cluster?",
    source: "The paper on Raysuz, section 3.4",
    about: "Suzuki and Kasami inside clusters, Raymond between them, and leaders that do both.",
    trace: "raysuz/section-3-4",
    page: "raysuz",
    steps: [
      {
        at: 4,
        expect: "2 receives INTOK(last=[0, 0, 0, 0], SuzQ=[2]) from 1",
        text: [
          "Seven nodes in three clusters, with the leaders 0, 3 and 5. The token begins at 1, in the cluster of 0.",
          "Inside a cluster the rules are those of Suzuki and Kasami. 2 tells the members of its cluster, 0 and 1, that it wants to enter. 1 sends the token, and 2 enters. The leader 0 only makes a note.",
        ],
        gist: "Inside its cluster, 2 gets the token by asking all.",
      },
      {
        at: 6,
        expect: "3 receives INREQ(j=4, n=1) from 4",
        text: [
          "4 asks its cluster, which is only its leader, 3. But the token is in another cluster.",
          "Between clusters the rules are Raymond's. 3 asks in the direction of the token, with `EXREQ`: not for 4 by name, but for its whole cluster.",
        ],
        gist: "Between clusters the leader asks, as on Raymond's tree.",
      },
      {
        at: 6,
        expect: "3 receives INREQ(j=4, n=1) from 4",
        text: ["The `EXREQ` of 3 is about to arrive at 0. The token is in the cluster of 0; where exactly, 0 need not know."],
        question: {
          ask: "How does 0 get hold of the token?",
          answers: [
            { text: "It orders 2 to hand it over at once.", why: "2 is inside. As long as it is, nobody may take the token away." },
            { text: "It asks its own cluster, like a member that wants to enter.", right: true, why: "Then the token comes to it when it is its turn." },
            { text: "It waits until the token comes by.", why: "In a cluster the token goes only to those that have asked. It would never come." },
            { text: "It sends the `EXREQ` on to 1 and 2.", why: "An `EXREQ` goes from cluster to cluster. 1 and 2 lead to no other cluster." },
          ],
        },
        reveal: {
          at: 9,
          expect: "2 receives INREQ(j=none, n=1) from 0",
          text: [
            "0 sends `INREQ` to 1 and 2, as any member would. Only the name is missing: `j=none` stands for everybody outside.",
            "The paper calls this stealing. But 0 waits its turn: requests that were made in the cluster before are served before.",
          ],
        },
        gist: "0 asks its own cluster on behalf of those outside.",
      },
      {
        at: 12,
        expect: "0 receives EXREQ from 5",
        text: [
          "In the third cluster 6 asks, and its leader 5 asks 0.",
          "0 puts 5 into its queue of neighbours, `RaymQ=[3, 5]`, and sends nothing. It has asked its cluster already. As with Raymond, one request stands for all.",
        ],
        gist: "5 asks as well, and is queued behind 3.",
      },
      {
        at: 14,
        expect: "0 receives INTOK(last=[0, 0, 1, 0], SuzQ=[none]) from 2",
        text: [
          "2 leaves. The first of the cluster's queue is “none”, and so the token goes to the leader.",
          "0 sends it out to 3, as `EXTOK`. And since 5 waits too, an `EXREQ` follows right behind.",
        ],
        gist: "The token goes out to 3, and a request follows it.",
      },
      {
        at: 17,
        expect: "4 receives INTOK(last=[0, 0, 0], SuzQ=[4]) from 3",
        text: [
          "3 lets the token into its cluster, where 4 has asked for it. 4 enters.",
          "The `EXREQ` of 0 has come as well, and 3 does what 0 did before: it asks its own cluster for the token, on behalf of those outside.",
        ],
        gist: "4 enters, and 3 asks for the token at once.",
      },
      {
        at: 24,
        expect: "6 exits",
        text: [
          "4 leaves, the token goes to 3, over 0 to 5, and to 6, which enters.",
          "Small clusters save messages, as Raymond does; large ones save time, as Suzuki and Kasami do. How much of both at once can be had was measured: at one depth of the clusters, a little.",
        ],
      },
    ],
    follows: [
      { text: "A later request of the same cluster enters first (section 4.6)", trace: "raysuz/section-4-6", at: 14, expect: "3 receives INTOK" },
    ],
  },

  {
    name: "info-based",
    group: "The five documents",
    title: "A request looks for the row that knows",
    source: "P. Neamatollahi, H. Taheri, M. Naghibzadeh, 2012, Fig. 8",
    about: "25 nodes in an array: one row knows which node answers for the token, and every column crosses it.",
    trace: "info-based/fig-8",
    page: "info-based",
    lanes: [1, 2, 7, 11, 14, 15, 17, 18, 19, 21],
    steps: [
      {
        at: 3,
        expect: "15 receives ReqMsg(j=18, SN=1) from 18",
        text: [
          "25 nodes in five rows and five columns. 15 has the token and is inside. It is the *explicit holder*: the nodes of its row, 15 to 19, know that it answers for the token. They are *informed*.",
          "18 is in this row. Its request goes to 15 directly.",
        ],
        gist: "The row 15 to 19 knows the holder.",
      },
      {
        at: 20,
        expect: "18 receives Finished(Waiting=[], Waiting.SN=[]) from 15",
        text: [
          "15 leaves, and the token goes to 18. Nobody else is in its queue, so 18 becomes the explicit holder, and its row must know before it enters.",
          "`InfoMsg` goes round the row. `RelMsg` tells 15, which tells the row, waits for every `Ack`, and says `Finished`. Only now 18 enters. To become explicit holder is the expensive part.",
        ],
        notes: [[5, "The token comes to 18."], [20, "18 enters."]],
        gist: "18 becomes the holder, and its row is told.",
      },
      {
        at: 24,
        expect: "21 requests",
        text: [
          "Now four ask at once: 14, 2, 7 and 21. A request goes down its column, and a column crosses every row: after four steps at most it meets a node that is informed.",
          "2 and 7 are in one column. Both wait, and the request of 2 will come to 7.",
        ],
        question: {
          ask: "What does 7 do with the request of 2?",
          answers: [
            { text: "It sends it on down, to 12.", why: "It would arrive in the end. But the token will come to 7 anyway, and the messages can be saved." },
            { text: "It sends it to 18, the holder.", why: "7 is in another row. It does not know which node is the holder." },
            { text: "It keeps it until it has the token itself.", right: true, why: "7 waits too: the token will come here." },
            { text: "It drops it. 2 will ask again.", why: "Nobody asks twice for one entry. A variant that drops it lets 2 wait for ever." },
          ],
        },
        reveal: {
          at: 30,
          expect: "7 receives ReqMsg(j=2, SN=1) from 2",
          text: [
            "7 keeps the request of 2, and sends nothing.",
            "The requests of 14 and of 7 itself have met the informed row meanwhile, at 19 and 17, and were sent to 18.",
          ],
          notes: [[25, "19 is informed."], [27, "17 is informed."], [30, "7 keeps it."]],
        },
        gist: "7 waits itself, and keeps the request of 2.",
      },
      {
        at: 33,
        expect: "11 receives ReqMsg(j=21, SN=1) from 6",
        text: [
          "The request of 21 goes down from row to row: 1, 6, 11. They do not wait and are not informed. They send it on, but each keeps a copy in `P_waiting`.",
          "What for? While a request is under way, the informed row can become another one, which it has passed already.",
        ],
        gist: "Nodes on the way keep copies of the request of 21.",
      },
      {
        at: 38,
        expect: "7 exits",
        text: [
          "18 leaves. In the token's queue are 14 and 7. 14 is not alone in it, so it enters at once, as an *implicit* holder: it tells nobody, because it will soon pass the token on.",
          "So does 7, which appends the request of 2 that it has kept. From 7 the token goes to 2. Neither entry took a message but requests and the token.",
        ],
        gist: "14 and 7 enter without telling anybody.",
      },
      {
        at: 43,
        expect: "1 receives InfoMsg(j=2, Q=[2], Q.SN=[1]) from 0",
        text: [
          "2 is alone in the queue. It becomes the explicit holder, and its `InfoMsg` goes round its row, the top one.",
          "At 1 it finds the copy of the request of 21. The request itself is still on its way down, looking for the row that knew before. That is what the copies are for.",
        ],
        notes: [[31, "1 has kept a copy."], [43, "`InfoMsg` finds it."]],
        gist: "`InfoMsg` finds the copy of the request of 21.",
      },
      {
        at: 74,
        expect: "21 exits",
        text: [
          "2 enters, leaves, and sends the token to 21. So far the text of section 4.4 tells it, and the run is as it says. 21 becomes the explicit holder and enters last.",
          "A single request costs up to 4√N\u00a0+\u00a01 messages. When all ask all the time nobody becomes an explicit holder, and it is two.",
        ],
      },
    ],
    follows: [
      { text: "A variant that drops the request: it waits for ever", trace: "info-based/blocked-forgotten", at: 12, expect: "1 exits" },
    ],
  },

  {
    name: "request-collectors",
    group: "The five documents",
    title: "One token is free, and 3 waits: why?",
    source: "A. M. Abd El-Monaem and others, 2020, case 1B",
    about: "Two tokens for a group of four: how those that wait are dealt out, and what that costs.",
    trace: "request-collectors/case-1b",
    page: "request-collectors",
    lanes: [0, 1, 2, 3],
    steps: [
      {
        at: 1,
        expect: "0 requests",
        text: [
          "Sixteen nodes in four groups, and two tokens: two nodes may be inside at a time. In each group one node collects the requests. 0 collects those of 1, 2 and 3.",
          "0 is also the global collector, which has the tokens. It wants to enter, takes one of the two, and is inside.",
        ],
        gist: "0 collects requests, has both tokens, and uses one.",
      },
      {
        at: 7,
        expect: "0 receives REQUEST from 3",
        text: [
          "1, 2 and 3 ask their collector. One token is at hand, and yet nobody gets it. “When the GRC has all tokens, it divides them”, the paper says, and this is read literally here.",
          "So 0 waits for its own token, and the three stand in its queue: `LRQ=[1, 2, 3]`.",
        ],
        gist: "1, 2 and 3 wait until 0 has both tokens.",
      },
      {
        at: 8,
        expect: "0 exits",
        text: [
          "Two tokens, three that wait: case 1B of the paper. “For each token queue add a requesting node from LRQ”, like dealing cards.",
          "The first token gets 1, the second 2, and the first again: 3. The queues travel with the tokens, `[1, 3]` and `[2]`.",
        ],
        gist: "The first token is for 1 and 3, the second for 2.",
      },
      {
        at: 12,
        expect: "0 receives TOKEN(queue=[], route=[]) from 2",
        text: ["1 and 2 enter. 2 is quick: it leaves, and its token is back at 0. 1 is still inside, and 3 still waits."],
        question: {
          ask: "Who gets the token that has come back?",
          answers: [
            { text: "3. It waits, and a token is free.", why: "One would wish so. But 3 has been dealt to the other token, and its name is not in the queue of 0 any more." },
            { text: "Nobody. It rests at 0.", right: true, why: "The queue of 0 is empty." },
            { text: "1, to give it to 3.", why: "1 has the token that is meant for 3 already, and uses it." },
            { text: "A collector of another group.", why: "Nobody has asked in another group." },
          ],
        },
        reveal: {
          at: 13,
          expect: "1 exits",
          text: [
            "The token rests at 0. Not until 1 leaves does the other token go on to 3.",
            "Meanwhile one of two places was free, and somebody waited for one. “Resources are used as much as possible”, the paper promises.",
          ],
          notes: [[12, "A token is back, and rests."], [13, "3 gets the other one."]],
        },
        gist: "The free token rests, since 3 is in the queue of the other.",
      },
      {
        at: 16,
        expect: "0 receives TOKEN(queue=[], route=[]) from 3",
        text: [
          "The mistake was made at event 8: a queue that travels is out of reach. A node that is in it can be served by no other token, however near.",
          "In the repaired algorithm a token is given out as soon as it is there. One that finds nobody to serve takes over the last node from the longest queue, and a node that is visited in vain sends the token back.",
        ],
      },
    ],
    follows: [
      { text: "The repaired algorithm: token 4 takes over 6, which waits behind 5", trace: "request-collectors/shares", at: 24, expect: "4 receives TOKENS(tokens=[4], more=no) from 0" },
      { text: "All six messages of a request, in four groups", trace: "request-collectors/cases", at: 16, expect: "5 receives TOKEN(token=2, queue=[]) from 4" },
    ],
  },

  {
    name: "klme",
    group: "The five documents",
    title: "Who decides where nodes come and go?",
    source: "k-local mutual exclusion in mobile ad hoc networks, section 3.5",
    about: "A neighbourhood with two permits: the node with the token leads, and the lead moves.",
    trace: "klme/illustration",
    page: "klme",
    steps: [
      {
        at: 3,
        expect: "3 receives Leader_info(i=1",
        text: [
          "A neighbourhood has two permits: two nodes may be inside. Of five nodes four are here, and 4 is elsewhere.",
          "The node with the token leads. That is 1 now, and `Leader_info` has told all others. They ask the leader, and nobody else.",
        ],
        gist: "1 has the token and leads.",
      },
      {
        at: 9,
        expect: "3 receives Leader_info(i=2",
        text: [
          "2 asks the leader. 1 does not need the token, so it sends more than a permit: it sends the token, and with it the lead. And it tells everybody.",
          "2 has the token, takes the first permit, and enters. The lead has gone to a node that wants to enter.",
        ],
        gist: "The idle token goes to 2, which leads now.",
      },
      {
        at: 12,
        expect: "3 receives Per_grant(RN=1, permit=1) from 2",
        text: [
          "3 asks, too, and asks 2. The leader is inside and keeps the token. But of the two permits one is free, and a message is enough to grant it: `Per_grant`.",
          "Two are inside, as two may be.",
        ],
        gist: "3 gets the second permit from the leader.",
      },
      {
        at: 18,
        expect: "4 receives Leader_info(i=2",
        text: [
          "4 comes into the neighbourhood, and says so to all: `I_am_here`. Only the leader answers. It tells 4 which node leads, and which have the permits.",
          "4 has not asked for anything, and can ask from now on.",
        ],
        gist: "4 comes, and the leader tells it who leads.",
      },
      {
        at: 25,
        expect: "4 receives I_am_leaving(arrival=4",
        text: [
          "3 leaves its critical section and gives the permit back, with `Release`. Then it goes away, and says so to all: `I_am_leaving`.",
          "The leader strikes it out of its list. There are four again: 0, 1, 2 and 4.",
        ],
        gist: "3 gives its permit back and goes away.",
      },
      {
        at: 34,
        expect: "1 requests",
        text: ["2 has left the critical section. Then 0 asked, got the idle token, and leads; it is inside. Now 4 and 1 ask it, 4 first."],
        question: {
          ask: "What do 4 and 1 get from 0?",
          answers: [
            { text: "Both get a permit.", why: "There are two in all, and 0 uses one of them." },
            { text: "4 gets the token, and 1 a permit.", why: "The leader is inside, and keeps the token until it leaves." },
            { text: "4 gets a permit, and 1 a place in the queue.", right: true, why: "One permit is free, and 4 was first." },
            { text: "Nothing, until 0 leaves.", why: "Only the token waits for that. A permit that is free is granted at once." },
          ],
        },
        reveal: {
          at: 38,
          expect: "1 receives Req_ack(RN=1) from 0",
          text: ["4 receives `Per_grant`, and enters beside 0. 1 stands in `R_Queue`, and `Req_ack` tells it so: it need not ask again when somebody else leads."],
        },
        gist: "4 gets the free permit, and 1 is queued.",
      },
      {
        at: 40,
        expect: "1 receives Token(arrival=1",
        text: [
          "0 leaves, and the first in the queue gets everything: the token, the lead and a permit. 1 enters.",
          "A leader serves others while it is inside, and hands the lead to one that wants to enter. What if it goes away instead? There is a lesson on that.",
        ],
      },
    ],
    follows: [],
    next: "klme-both-leave",
  },

  {
    name: "maekawa",
    group: "What breaks",
    title: "Maekawa stops here: why?",
    source: "M. Maekawa, 1985, as published",
    about: "Three of nine nodes wait for each other for ever, because one message was never sent.",
    trace: "maekawa/as-published",
    page: "maekawa",
    lanes: [0, 1, 3, 4, 5],
    steps: [
      {
        at: 3,
        expect: "5 requests",
        text: [
          "Nine nodes in three rows and columns. A node that wants to enter asks its row and its column. Each node that is asked says yes, `LOCKED`, to one of them at a time.",
          "Any two that ask have somebody in common, so they cannot both get all. Now 0, 4 and 5 ask at the same moment. 3 is asked by all three.",
        ],
        gist: "0, 4 and 5 ask; 3 is asked by all three.",
      },
      {
        at: 5,
        expect: "3 receives REQUEST(sequence=2) from 4",
        text: [
          "3 says yes to 5, which comes first. Then comes 4, whose request is older: the same number, and a smaller node.",
          "So 3 asks 5 whether it can do without: `INQUIRE`. Until there is an answer, 4 waits at 3, as the oldest.",
        ],
        gist: "3 is locked by 5, and 4 waits there as the oldest.",
      },
      {
        at: 5,
        expect: "3 receives REQUEST(sequence=2) from 4",
        text: ["Now the request of 0 is about to arrive at 3, and it is older still."],
        question: {
          ask: "Whom must 3 tell something?",
          answers: [
            { text: "Nobody. 5 has been asked already.", why: "5 has been asked, and that will do for 0 as well. But somebody else has just lost its place." },
            { text: "0: it has failed for now.", why: "0 is the oldest of all. It has not failed." },
            { text: "4: it is no longer the oldest that waits.", right: true, why: "This is the message that is missing." },
            { text: "5: it is asked once more to give way.", why: "It gives the lock back, or it does not. Asking twice changes nothing." },
          ],
        },
        reveal: {
          at: 6,
          expect: "3 receives REQUEST(sequence=2) from 0",
          text: [
            "As published, 3 tells nobody. `FAILED` goes to a request that is not the oldest when it arrives. The request of 4 was the oldest when it arrived.",
            "So 4 still believes that it is next at 3. Remember that; everything seems to go on well.",
          ],
          notes: [[6, "3 tells nobody."]],
        },
        gist: "0 displaces 4 at 3, and 3 does not tell 4.",
      },
      {
        at: 14,
        expect: "3 receives RELINQUISH from 5",
        text: [
          "1 is the other node that 0 and 4 have in common. It is locked by 4, and then asked by 0: it sends `INQUIRE` to 4.",
          "5 fails at 4. So it knows that it cannot get all, and gives 3 back: `RELINQUISH`. Now 3 is locked by 0, the oldest there.",
        ],
        gist: "1 is locked by 4, and 3 by 0.",
      },
      {
        at: 24,
        expect: "4 receives INQUIRE from 1",
        text: [
          "4 has all that it asked but 3. Then the `INQUIRE` of 1 comes: can 4 do without 1?",
          "A node gives a lock back if it has failed somewhere. 4 has failed nowhere, as far as it knows. So it keeps 1, and waits for 3.",
        ],
        notes: [[6, "4 was displaced here."], [24, "4 does not answer."]],
        gist: "4 has failed nowhere, and keeps the lock of 1.",
      },
      {
        at: 28,
        expect: "5 receives LOCKED(highest=2) from 8",
        text: [
          "No message is under way. 0 has all but 1, which is locked by 4. 4 has all but 3, which is locked by 0. 5 waits for both of them. None of the three will ever enter.",
          "One `FAILED` at event 6 is enough. 4 then knows that it has to give way, and everybody enters.",
        ],
      },
    ],
    follows: [
      { text: "The same schedule with the message that was missing", trace: "maekawa/gives-way", at: 6, expect: "3 receives REQUEST(sequence=2) from 0", repair: true },
    ],
  },

  {
    name: "singhal-forgets",
    group: "What breaks",
    title: "How a waiting site is forgotten",
    source: "M. Singhal, 1989, as lecture notes print it",
    about: "Three sites, one slow message, fifteen events: the token rests while somebody waits.",
    trace: "singhal-heuristic/listing-as-meant",
    page: "singhal-heuristic",
    steps: [
      {
        at: 2,
        expect: "0 receives REQUEST(sn=1) from 2",
        text: [
          "A site asks those for which it has R in `SV`. At the start 1 asks 0, and 2 asks 0 and 1: of any two sites one asks the other. This must remain so.",
          "2 asks both. 0 has the token and sends it. The request to 1 is slow. Keep an eye on it.",
        ],
        notes: [[1, "A slow request to 1 is sent."]],
        gist: "2 asks 0 and 1; the request to 1 is slow.",
      },
      {
        at: 5,
        expect: "2 exits",
        text: [
          "2 enters and leaves. From the token it learns that 1 does not want to enter. So it notes N for 1: it will not ask 1 any more.",
          "That is as intended. Whoever was asked has noted R, and will ask in turn. But 1 has not been reached yet. Neither of the two asks the other now; only the slow request connects them.",
        ],
        gist: "2 will not ask 1 any more, and 1 does not know of 2 yet.",
      },
      {
        at: 8,
        expect: "1 requests",
        text: [
          "0 has asked, and 2 sends it the token. Then 2 wants to enter a second time: it asks only 0, with `sn=2`.",
          "1 wants to enter for the first time. It asks only 0 as well.",
        ],
        gist: "Both ask 0, and only 0.",
      },
      {
        at: 13,
        expect: "1 receives TOKEN(TSV=[N, R, N], TSN=[1, 1, 1]) from 0",
        text: [
          "0 enters and leaves. The request of 1 reaches it first, so it sends the token there. When the second request of 2 comes, 0 has nothing to send, and makes a note.",
          "1 enters. The slow request is the last message under way.",
        ],
        question: {
          ask: "The slow request reaches 1, and 1 leaves. Where does the token go?",
          answers: [
            { text: "To 2: it waits, and its request is here.", why: "It is the request with the number 1. The token knows that one as served, and of the second, 1 has not heard." },
            { text: "To 0: it knows that 2 waits.", why: "0 does know. But the token goes only to a site that wants to enter." },
            { text: "Nowhere. 1 keeps it.", right: true, why: "As far as 1 can see, nobody waits." },
            { text: "To 2, as soon as 2 asks again.", why: "2 has asked all that it would ask. It does not ask twice for one entry." },
          ],
        },
        reveal: {
          at: 15,
          expect: "1 exits",
          text: [
            "The request arrives, and 1 notes R for 2. But at its exit it compares with the token: request 1 of site 2 is served, and the token says N. 1 takes that over.",
            "1 keeps the token, and 2 waits. Neither asks the other, and no message is under way.",
          ],
          notes: [[14, "1 notes R for 2 …"], [15, "… and N again."]],
        },
        gist: "The old request is taken for served, and leaves no trace.",
      },
      {
        at: 15,
        expect: "1 exits",
        text: [
          "What must hold is: of any two sites one has R for the other, or a request is under way between them that makes it so. The slow request was that one, and it was thrown away.",
          "In the repair an outdated request still counts as a sign of life. 1 notes R for good, and asks 2 back, because 2 may be waiting. Then 2 asks 1, and gets the token.",
        ],
      },
    ],
    follows: [
      { text: "The same schedule with the repair: 1 asks back, and 2 enters", trace: "singhal-heuristic/outdated", at: 14, expect: "1 receives REQUEST(sn=1) from 2", repair: true },
    ],
  },

  {
    name: "raysuz-two-inside",
    group: "What breaks",
    title: "The token is sent away from inside",
    source: "The paper on Raysuz, Algorithm 2, step 7 as printed",
    about: "Two nodes, four events, and a state that is not left when the critical section is entered.",
    trace: "raysuz/listing-step-7-keeps-token",
    page: "raysuz",
    steps: [
      {
        at: 1,
        expect: "1 requests",
        text: [
          "Two nodes in one cluster. 0 has the token and does not need it: it is in the state `HAVETOKEN`.",
          "1 wants to enter, and asks. Its request is under way.",
        ],
        gist: "0 has the idle token, and 1 asks for it.",
      },
      {
        at: 2,
        expect: "0 requests",
        text: [
          "Before the request arrives, 0 wants to enter itself. It has the token, so it enters without a message.",
          "That is step 7 of the listing: in `HAVETOKEN`, if the application wants to enter, “enter CS”. The step ends there. Nothing is said of the state.",
        ],
        gist: "0 enters by step 7.",
      },
      {
        at: 2,
        expect: "0 requests",
        text: ["Step 6 reads: in `HAVETOKEN`, if a request of the cluster comes, send the token to the one that asks. The request of 1 is about to arrive."],
        question: {
          ask: "What does 0 do with it?",
          answers: [
            { text: "It notes the request, because it is inside.", why: "It should. But by the listing being inside is no state of its own." },
            { text: "It sends the token to 1.", right: true, why: "It is still in `HAVETOKEN`, and step 6 is for that state." },
            { text: "It leaves, and then sends the token.", why: "Only the application decides when it leaves." },
            { text: "Nothing: no step applies.", why: "Step 6 applies. 0 is in `HAVETOKEN`, and a request has come." },
          ],
        },
        reveal: {
          at: 3,
          expect: "0 receives INREQ(j=1, n=1) from 1",
          text: ["0 sends the token away, and remains inside. What protects it is under way to 1."],
          notes: [[3, "0 is inside, and sends the token."]],
        },
        gist: "Step 6 takes the token away from under 0.",
      },
      {
        at: 4,
        expect: "1 receives INTOK(last=[0, 0, 0], SuzQ=[1]) from 0",
        text: [
          "1 receives the token and enters. Two are inside.",
          "It happens only if messages are handled while a node is inside. If a step is one piece, exit included, and messages wait until it is over, step 7 is right as it stands. The listing does not say which.",
          "The repair leaves `HAVETOKEN` at the entry. The request is noted, and the token goes out at the exit.",
        ],
        notes: [[4, "0 and 1 are inside together."]],
      },
    ],
    follows: [
      { text: "The next line that is missing: nothing follows “enter CS”", trace: "raysuz/listing-step-7-goes-on", at: 4, expect: "0 exits" },
    ],
  },

  {
    name: "klme-both-leave",
    group: "What breaks",
    title: "Sender and receiver leave: where is the token?",
    source: "k-local mutual exclusion in mobile ad hoc networks, section 7",
    about: "A copy at the sender is meant to replace a lost token. Two departures are enough to lose both.",
    trace: "klme/listing-both-leave",
    page: "klme",
    steps: [
      {
        at: 0,
        expect: START,
        text: [
          "Three nodes in one neighbourhood, and 0 leads: it has the token. Its `Leader_info` to 1 and 2 is under way.",
          "Nodes may go away at any moment, and what was on its way to them is lost. For the token, section 7 of the paper takes care: whoever sends it keeps a copy, until the receiver says that it has come.",
        ],
        gist: "0 leads. Whoever sends the token keeps a copy.",
      },
      {
        at: 1,
        expect: "0 leaves",
        text: [
          "0 goes away. A leader does not take the token along: it sends it to 1, and tells all that 1 leads now. Then it says goodbye.",
          "If 1 should not get the token, there is the copy. The copy is at 0.",
        ],
        gist: "0 hands the token to 1 and goes away.",
      },
      {
        at: 2,
        expect: "1 leaves",
        text: ["1 goes away as well, before anything has reached it. The token was under way to 1, and is lost."],
        question: {
          ask: "Who can make a new token now?",
          answers: [
            { text: "0: it has the copy.", why: "0 has gone, and a node that goes away deletes what it knows. The copy went with it." },
            { text: "1: the token was sent to it.", why: "1 has gone too, and has never seen the token." },
            { text: "2: nobody else is left.", why: "2 has neither token nor copy. By the listing only the last sender makes a new one." },
            { text: "Nobody.", right: true, why: "Token and copy are lost, both." },
          ],
        },
        reveal: {
          at: 5,
          expect: "2 requests",
          text: [
            "The announcements reach 2 one after the other: 0 leads, 1 leads. 2 believes them and asks 1. But 1 is not there, and the request goes nowhere.",
            "2 is alone, nobody is inside, and it waits.",
          ],
          notes: [[2, "The token is lost."], [5, "2 asks 1, which has gone."]],
        },
        gist: "Token and copy are both lost, and 2 asks in vain.",
      },
      {
        at: 7,
        expect: "2 receives I_am_leaving(node_req_list=[0, 0, 0], node_release_list=[-1, -1, -1]) from 1",
        text: [
          "Both goodbyes arrive. 2 could know now that nobody else is there. The listing has no rule for it, and 2 waits for ever.",
          "A copy at the sender protects from one departure. The repaired algorithm needs no copy: every sender of the token tells all that are present, and so the node that has been here longest has heard of every token. If one is lost, this node makes the new one.",
        ],
      },
    ],
    follows: [
      { text: "The receiver comes back in time: then there are two tokens", trace: "klme/listing-comes-back", at: 9, expect: "1 receives Token" },
    ],
  },

  {
    name: "info-based-idle",
    group: "What breaks",
    title: "It has the token, and waits for ever",
    source: "P. Neamatollahi and others, 2012, the listing as printed",
    about: "Three events: an idle holder forgets that it holds the token.",
    trace: "info-based/listing-as-printed",
    page: "info-based",
    steps: [
      {
        at: 0,
        expect: START,
        text: [
          "Four nodes in two rows of two. 0 has the token. Its row, 0 and 1, knows that: `CL_token` of both names 0. In the other row, 2 and 3 know of no holder.",
          "The paper lets a run begin with 0 inside. Here 0 leaves at the moment at which it asks for the first time.",
        ],
        gist: "0 has the token, and its row knows.",
      },
      {
        at: 1,
        expect: "0 requests",
        text: [
          "So 0 has left. Nobody has asked for the token, and it stays. But the first line of RELEASE has cleared `CL_token`: “I know of no holder”.",
          "When 0 wants to enter again, the listing looks at `CL_token`, and not whether the token is here. 0 does what one does that knows nothing: it sends its request down its column, to 2.",
        ],
        gist: "0 has cleared `CL_token`, and sends a request.",
      },
      {
        at: 1,
        expect: "0 requests",
        text: ["To enter, 0 waits for three things: that the token is here, that its own request is the first in it, and that `CL_token` names 0 again."],
        question: {
          ask: "When does 0 enter?",
          answers: [
            { text: "At once. The token is here.", why: "The token is here, and the request is the first in it. But `CL_token` is not set." },
            { text: "When 2 tells it where the token is.", why: "2 does not know it. It does what 0 did: it sends the request down, and below 2 is 0." },
            { text: "When its request has come round the column.", why: "It does come round. But a request that arrives does not set `CL_token`." },
            { text: "Never.", right: true, why: "What sets `CL_token` is an arrival of the token or a message about it, and none will come." },
          ],
        },
        reveal: {
          at: 3,
          expect: "0 receives ReqMsg(j=0, SN=1) from 2",
          text: ["The request comes back to 0, which puts it with those that wait. Now no message is under way. 0 waits, with the token in its hands."],
          notes: [[3, "0 receives its own request."]],
        },
        gist: "The request comes back, and 0 waits beside its token.",
      },
      {
        at: 3,
        expect: "0 receives ReqMsg(j=0, SN=1) from 2",
        text: [
          "One field has two meanings here: “I know who answers for the token”, and “I am inside or about to be”. When 0 left, the second was over, and the first was lost with it.",
          "The repair is one line: `CL_token` changes when the token leaves, not when the holder does. It is one of six that the listing needs until nobody is forgotten.",
        ],
      },
    ],
    follows: [
      { text: "The same line as printed, with everything else repaired", trace: "info-based/listing-without-holder-keeps-cl", at: 3, expect: "0 receives ReqMsg(j=0, SN=1) from 2" },
    ],
  },

  {
    name: "lamport-order",
    group: "What breaks",
    title: "One message overtakes another, and two are inside",
    source: "L. Lamport, 1978, on channels that reorder",
    about: "Four events show what the assumption is good for that messages arrive in order.",
    trace: "lamport/overtaking",
    page: "lamport",
    steps: [
      {
        at: 0,
        expect: START,
        text: [
          "Two processes, and Lamport's rules. A request has a time, and goes to all. All keep all requests in the same order: by time, then by process. A request is acknowledged, with a later time.",
          "A process enters when its own request is the first that it knows of, and when it has heard something later from everybody else. The paper assumes that messages from one process to another arrive in order. Here they need not.",
        ],
        gist: "Enter if first, and if all others have said something later.",
      },
      {
        at: 2,
        expect: "0 requests",
        text: ["Both ask, and neither knows of the other. So both take the same time, `T=2`. Of equal times the smaller process is first: 0 is to enter before 1, and both could compute it."],
        gist: "Both requests have the time 2; 0 is first.",
      },
      {
        at: 3,
        expect: "0 receives REQUEST(T=2) from 1",
        text: [
          "0 hears the request of 1. It acknowledges it, with `T=3`. Its own request is first, and 1 has been heard: 0 enters, rightly.",
          "Two messages are under way from 0 to 1: the `REQUEST`, and after it the `ACKNOWLEDGE`.",
        ],
        question: {
          ask: "What does 1 do if the `ACKNOWLEDGE` arrives first?",
          answers: [
            { text: "It waits: the request of 0 is first.", why: "1 does not know of the request of 0. It has not arrived." },
            { text: "It waits: 0 is inside.", why: "No message says that. 1 cannot know it." },
            { text: "It enters.", right: true, why: "Its own request is the first that it knows of, and 0 has said something later." },
            { text: "It asks 0 for the message that is missing.", why: "Nothing shows it that one is missing." },
          ],
        },
        reveal: {
          at: 4,
          expect: "1 receives ACKNOWLEDGE(T=3) from 0",
          text: ["1 has heard something later than its own request, and knows of no other. It enters by the rules, and so did 0. Two are inside."],
          notes: [[4, "1 does not know of the request of 0."]],
        },
        gist: "The acknowledgement overtakes the request, and 1 enters.",
      },
      {
        at: 4,
        expect: "1 receives ACKNOWLEDGE(T=3) from 0",
        text: [
          "“Something later has come from 0, so nothing earlier can still come.” This conclusion is the heart of the algorithm. It is true only if messages do not overtake each other.",
          "The remedy is cheap: number the messages between any two, and hold one back until all before it have come. Or take an algorithm that does not conclude in this way, such as Ricart and Agrawala's.",
        ],
      },
    ],
    follows: [
      { text: "The algorithm where messages keep their order", trace: "lamport/three-processes", at: 8, expect: "0 receives ACKNOWLEDGE(T=3) from 2" },
      { text: "Ricart and Agrawala: a request overtakes a reply, and nothing happens", trace: "ricart-agrawala/overtaking", at: 4, expect: "0 receives REQUEST(sequence=3) from 1" },
    ],
  },

  {
    name: "old-message",
    group: "What breaks",
    title: "What can an old message do?",
    source: "I. Suzuki, T. Kasami, 1985, with one line changed",
    about: "A number that is overwritten instead of compared, and a request that is lost by it.",
    trace: "suzuki-kasami/rn-overwritten",
    page: "suzuki-kasami",
    steps: [
      {
        at: 3,
        expect: "1 requests",
        text: [
          "Three sites, and messages may overtake each other. Requests have numbers, and every site notes in `RN` the number that it has heard of each site.",
          "2 asks, and 1 hears it. Then 1 asks. Its first request to 2, `n=1`, will be slow. Keep an eye on it.",
        ],
        notes: [[3, "The slow request to 2 is sent."]],
        gist: "1 asks for the first time; its request to 2 is slow.",
      },
      {
        at: 6,
        expect: "1 exits",
        text: [
          "0 has the token and sends it to 1, which enters and leaves. The token notes that request 1 of site 1 is served: `LN=[0, 1, 0]`.",
          "1 knows that 2 waits, and sends the token there.",
        ],
        gist: "1 is served, and `LN` says so. The token goes to 2.",
      },
      {
        at: 11,
        expect: "2 receives REQUEST(n=2) from 1",
        text: [
          "1 wants to enter a second time, and asks with `n=2`. 2 enters, and then hears of it: in its `RN` there is a 2 for site 1.",
          "`LN` has a 1 there. So 1 waits, and 2 can see it.",
        ],
        gist: "2 is inside, and knows of the second request of 1.",
      },
      {
        at: 12,
        expect: "2 receives REQUEST(n=1) from 1",
        text: [
          "Now the slow request arrives, with `n=1`. By the paper a site keeps the larger number. This variant writes down the last that has come.",
          "Next, 2 leaves.",
        ],
        question: {
          ask: "Where does the token go?",
          answers: [
            { text: "To 1. Its second request is here.", why: "It was. But the 2 has been overwritten with a 1, and request 1 is served." },
            { text: "To 0, where it was at first.", why: "0 has not asked." },
            { text: "To 1, a second time for its first request.", why: "`LN` says that the first one is served. That is what `LN` is for." },
            { text: "Nowhere. 2 keeps it.", right: true, why: "`RN` and `LN` of site 1 are both 1: as if it did not wait." },
          ],
        },
        reveal: {
          at: 13,
          expect: "2 exits",
          text: ["2 keeps the token, idle. 1 waits, and no message is under way. One late message has undone what a newer one had said."],
          notes: [[11, "`RN[1]` becomes 2 …"], [12, "… and 1 again."]],
        },
        gist: "The old number overwrites the new one, and 1 is forgotten.",
      },
      {
        at: 13,
        expect: "2 exits",
        text: [
          "The paper's line is `RN[j] := max(RN[j], n)`. With it an old message changes nothing: news never goes back.",
          "Where messages may overtake each other, whatever is noted from one should be a thing that only grows. The line looks like a detail, and on channels that keep the order nobody would miss it.",
        ],
      },
    ],
    follows: [
      { text: "The algorithm itself: a request that is late changes nothing", trace: "suzuki-kasami/outdated", at: 10, expect: "2 receives REQUEST(n=1) from 1" },
    ],
  },

  {
    name: "raymond-order",
    group: "Fairness",
    title: "1 asks before 2 and enters after it: why?",
    source: "K. Raymond, 1989",
    about: "Three ask in the order 3, 1, 2. They enter in another, though every queue is served in order.",
    trace: "raymond/out-of-order",
    page: "raymond",
    steps: [
      {
        at: 5,
        expect: "0 receives REQUEST from 1",
        text: [
          "Four nodes in a line: 0, 1, 2, 3. 0 has the privilege and is inside. At the other end 3 asks.",
          "Its request goes from neighbour to neighbour, each time in the name of the one that passes it on. So the queue of 2 is `[3]`, that of 1 is `[2]`, and that of 0 is `[1]`.",
        ],
        gist: "3 asks first. In each queue stands only a neighbour.",
      },
      {
        at: 7,
        expect: "2 requests",
        text: [
          "Then 1 wants to enter, and then 2. Neither sends a message: both have asked already, for 3.",
          "Each puts itself at the end of its own queue. The queue of 1 is `[2, 1]`, that of 2 is `[3, 2]`.",
        ],
        notes: [[2, "3 asks."], [6, "1 asks."], [7, "2 asks."]],
        gist: "Then 1 and then 2 ask, without a message.",
      },
      {
        at: 7,
        expect: "2 requests",
        text: ["They have asked in the order 3, 1, 2. Every queue is served from its front, and nobody jumps one."],
        question: {
          ask: "In which order do they enter?",
          answers: [
            { text: "3, 1, 2: as they have asked.", why: "For that somebody would have to know it. No queue has all three in it." },
            { text: "3, 2, 1.", right: true, why: "From 3 the way back leads through 2." },
            { text: "1, 2, 3: the nearest first.", why: "1 is the nearest. But the first in its queue is 2, for which it asked, and so on to 3." },
            { text: "2, 3, 1.", why: "The first in the queue of 2 is 3. 2 serves its queue from the front." },
          ],
        },
        reveal: {
          at: 12,
          expect: "3 receives PRIVILEGE from 2",
          text: ["The privilege goes to 3 first. On its way it passes 1 and 2, and neither enters: the front of its queue comes first. Behind it follow two requests, for it is wanted back."],
        },
        gist: "The privilege passes 1 and 2 on its way to 3.",
      },
      {
        at: 15,
        expect: "2 receives PRIVILEGE from 3",
        text: [
          "3 leaves, and the privilege comes back to 2. The queue of 2 was `[2, 1]`: it had noted itself before a request of 1 came after the privilege. So 2 enters.",
          "Until event 9 the request of 1 had stood at home, in its own queue. 2 could not see it.",
        ],
        notes: [[11, "The request of 1 comes to 2."]],
        gist: "On the way back 2 is served before 1.",
      },
      {
        at: 18,
        expect: "1 exits",
        text: [
          "1 is last. A request that is made in the name of another has no age: order is lost wherever one request stands for several.",
          "On a line of five nodes a request can be passed six times. With one queue that travels with the privilege it is three times: once by each of the others that wait. The price, if all 49 nodes of a line ask all the time: 22.6 messages for an entry instead of 3.9.",
        ],
      },
    ],
    follows: [
      { text: "The same requests with one queue: 3, 1, 2", trace: "raymond-fair/in-order", at: 17, expect: "1 receives PRIVILEGE(queue=[1, 2]) from 2", repair: true },
      { text: "The worst case on this line: 3 is passed three times", trace: "raymond/worst-bypass", at: 17, expect: "0 receives PRIVILEGE from 1" },
    ],
  },

  {
    name: "takes-last",
    group: "Fairness",
    title: "Nothing breaks, and 1 still waits",
    source: "I. Suzuki, T. Kasami, 1985, with one line changed",
    about: "Never two inside, and the token never stops: what else can be wrong?",
    trace: "suzuki-kasami/takes-the-last-of-the-queue",
    page: "suzuki-kasami",
    steps: [
      {
        at: 6,
        expect: "0 receives REQUEST(n=1) from 1",
        text: [
          "Suzuki and Kasami's algorithm, with one line changed. Which one, the run will show.",
          "0 is inside. 2 asks everybody, and then 1 does. 0 hears of both and makes its notes.",
        ],
        notes: [[5, "1 begins to wait."]],
        gist: "0 is inside; 2 and then 1 ask.",
      },
      {
        at: 9,
        expect: "2 receives TOKEN(LN=[0, 0, 0], Q=[1]) from 0",
        text: [
          "0 leaves and appends those that wait, beginning with the site after itself: first 1, then 2. The token goes to 2, with `Q=[1]`.",
          "By the paper it would have gone to 1. Still, one of them had to be first, and 2 had asked before.",
        ],
        gist: "The token goes to 2; 1 is in the queue.",
      },
      {
        at: 12,
        expect: "2 receives REQUEST(n=1) from 0",
        text: ["2 is inside. 0 wants to enter again and asks. 2 has `Q=[1]` in the token, and knows of the request of 0. Next, 2 leaves."],
        question: {
          ask: "Where does the token go?",
          answers: [
            { text: "To 1. It has waited longer.", why: "By the paper, yes. But recall event 7: of the queue 1, 2 it was the last that got the token." },
            { text: "To 0.", right: true, why: "0 is appended at the end, and this variant serves from the end." },
            { text: "Nowhere. 2 keeps it.", why: "Two wait. Nobody keeps a token that others want." },
            { text: "To both.", why: "There is one token. Nothing in this variant makes two." },
          ],
        },
        reveal: {
          at: 13,
          expect: "2 exits",
          text: ["The queue is `[1, 0]`, and the token goes to 0. The line that was changed takes the last of the queue instead of the first. `Q=[1]` travels on."],
          notes: [[13, "0 passes 1."]],
        },
        gist: "The token goes to the last of the queue, 0.",
      },
      {
        at: 18,
        expect: "2 receives TOKEN(LN=[1, 0, 1], Q=[1]) from 0",
        text: [
          "2 asks again while 0 is inside, and is the last in the queue: the token goes to 2. If 0 asks again, it will be 0, and so on.",
          "1 has been passed three times, and is in the queue all the time.",
        ],
        notes: [[9, "2 enters."], [14, "0 enters."], [18, "2 enters again."]],
        gist: "2 and 0 take turns, and 1 is passed three times.",
      },
      {
        at: 18,
        expect: "2 receives TOKEN(LN=[1, 0, 1], Q=[1]) from 0",
        text: [
          "Safe: never are two inside. No deadlock: somebody always enters. Even 1 enters in the end, if the others stop asking. A test of these three would find nothing.",
          "What is missing is a bound. In the algorithm itself a site of three is passed twice at most, whatever happens. Here it is as often as the others like.",
        ],
      },
    ],
    follows: [
      { text: "The algorithm itself: the first of the queue is next", trace: "suzuki-kasami/queue", at: 13, expect: "1 exits" },
    ],
  },
];

/** The lesson after this one; null after the last. */
export function nextOf(lesson) {
  const wanted = lesson.next ? LESSONS.find(each => each.name === lesson.next) : null;
  return wanted ?? LESSONS[LESSONS.indexOf(lesson) + 1] ?? null;
}

/** A moment of a lesson: [event, the beginning of its text]. */
export function moments(lesson) {
  const own = lesson.steps.flatMap(step => [step, step.reveal]).filter(Boolean);
  return own.map(({ at, expect }) => [at, expect]);
}
