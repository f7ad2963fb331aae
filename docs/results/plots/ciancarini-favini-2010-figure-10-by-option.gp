# Written by nebel: wins and losses by the option that was swept, with 95 % intervals, as SVG.
set terminal svg size 880,680 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot layout 2,2 title 'Tree search without boards against metapositions, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid ytics linecolor '#dddddd'
set border 3 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ylabel 'per cent of games'
set yrange [0:100]
set offsets graph 0.05, graph 0.05, 0, 0
set key below horizontal samplen 2
set title 'mcts-b(k=…) against meta(checks=1), cpu 5'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep0_0 << END
0.7 25.000 11.186 46.870
2.7 5.000 0.888 23.613
6.7 0.000 0.000 16.113
9.7 0.000 0.000 16.113
END
$sweep0_1 << END
END
$sweep0_2 << END
1.1 60.000 38.658 78.119
3.1 90.000 69.897 97.213
7.1 95.000 76.387 99.112
10.1 95.000 76.387 99.112
END
$sweep0_3 << END
END
plot $sweep0_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep0_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
set title 'mcts-b(k=…) against meta(checks=1), cpu 10'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep1_0 << END
0.7 40.000 21.881 61.342
2.7 10.000 2.787 30.103
6.7 0.000 0.000 16.113
9.7 0.000 0.000 16.113
END
$sweep1_1 << END
END
$sweep1_2 << END
1.1 60.000 38.658 78.119
3.1 85.000 63.958 94.763
7.1 95.000 76.387 99.112
10.1 90.000 69.897 97.213
END
$sweep1_3 << END
END
plot $sweep1_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep1_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
set title 'mcts-b(k=…) against meta(checks=1), cpu 20'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep2_0 << END
0.7 25.000 11.186 46.870
2.7 20.000 8.066 41.602
6.7 0.000 0.000 16.113
9.7 5.000 0.888 23.613
END
$sweep2_1 << END
END
$sweep2_2 << END
1.1 50.000 29.930 70.070
3.1 80.000 58.398 91.934
7.1 95.000 76.387 99.112
10.1 95.000 76.387 99.112
END
$sweep2_3 << END
END
plot $sweep2_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep2_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
set title 'mcts-b(k=…) against meta(checks=1), cpu 40'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep3_0 << END
0.7 30.000 14.548 51.897
2.7 25.000 11.186 46.870
6.7 0.000 0.000 16.113
9.7 5.000 0.888 23.613
END
$sweep3_1 << END
END
$sweep3_2 << END
1.1 50.000 29.930 70.070
3.1 65.000 43.285 81.881
7.1 85.000 63.958 94.763
10.1 90.000 69.897 97.213
END
$sweep3_3 << END
END
plot $sweep3_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep3_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
unset multiplot
