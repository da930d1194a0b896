package dev.baton.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatexTableTest {

  @Test
  void aTableHasTheRulesOfBooktabs() {
    LatexTable table = new LatexTable(List.of("algorithm", "nodes"), List.of("messages", "jain"));
    table.comment("one\ntwo");
    table.heading("contention:5 %");
    table.row(
        List.of("raymond_1", "16"), List.of(Rounded.of(123456.7, 12.0), Rounded.of(0.5, null)));
    table.row(List.of("*", "9"), Arrays.asList(Rounded.of(3, 0.0), null));
    table.row(List.of("x", "9"), Arrays.asList(Rounded.of(-1e21, 0.0), null));
    assertThat(table.text())
        .isEqualTo(
            """
            % one
            % two
            % Needs \\usepackage{booktabs}.
            \\begin{tabular}{@{}lrr@{}lr@{}}
            \\toprule
            algorithm & $N$ & \\multicolumn{2}{c}{messages} & jain \\\\
            \\midrule
            \\multicolumn{5}{@{}l}{\\itshape contention:5 \\%} \\\\
            raymond\\_1 & 16 & 123\\,457 & ${}\\pm12$ & 0.5 \\\\
            $*$ & 9 & 3 &  & -- \\\\
            x & 9 & $-$1\\,000\\,000\\,000\\,000\\,000\\,000\\,000 &  & -- \\\\
            \\bottomrule
            \\end{tabular}
            """);
  }

  @Test
  void aLongTableGoesOverPages() {
    LatexTable table = new LatexTable(List.of("nodes"), List.of("messages"));
    for (int i = 0; i < 50; i++) {
      table.row(List.of("" + i), List.of(Rounded.of(i, null)));
    }
    assertThat(table.text())
        .contains("\\begin{longtable}{@{}rr@{}}", "\\endhead\n\\bottomrule\n\\endfoot\n0 & 0 \\\\")
        .doesNotContain("tabular")
        .endsWith("49 & 49 \\\\\n\\end{longtable}\n");
  }

  @Test
  void whatLatexReadsDifferentlyIsEscaped() {
    assertThat(LatexTable.escape("think:{20*N}")).isEqualTo("think:\\{20$*$N\\}");
    assertThat(LatexTable.escape("a\\b~c^d<e&f#g$"))
        .isEqualTo("a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d$<$e\\&f\\#g\\$");
  }
}
