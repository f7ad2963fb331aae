# Written by nebel: wins and losses by the option that was swept, with 95 % intervals, as SVG.
set terminal svg size 880,680 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot layout 2,2 title 'Tree search without boards against a fixed search of metapositions, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid ytics linecolor '#dddddd'
set border 3 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ylabel 'per cent of games'
set yrange [0:100]
set offsets graph 0.05, graph 0.05, 0, 0
set key below horizontal samplen 2
set title 'mcts-b(k=…) against meta(checks=1), cpu 5 against nodes 10000'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep0_0 << END
0.7 22.000 12.754 35.242
2.7 0.000 0.000 7.135
6.7 0.000 0.000 7.135
9.7 0.000 0.000 7.135
END
$sweep0_1 << END
END
$sweep0_2 << END
1.1 70.000 56.250 80.896
3.1 96.000 86.540 98.896
7.1 96.000 86.540 98.896
10.1 98.000 89.505 99.646
END
$sweep0_3 << END
END
plot $sweep0_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep0_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
set title 'mcts-b(k=…) against meta(checks=1), cpu 10 against nodes 10000'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep1_0 << END
0.7 20.000 11.244 33.037
2.7 0.000 0.000 7.135
6.7 4.000 1.104 13.460
9.7 2.000 0.354 10.495
END
$sweep1_1 << END
END
$sweep1_2 << END
1.1 66.000 52.154 77.563
3.1 92.000 81.162 96.845
7.1 94.000 83.783 97.939
10.1 96.000 86.540 98.896
END
$sweep1_3 << END
END
plot $sweep1_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep1_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
set title 'mcts-b(k=…) against meta(checks=1), cpu 20 against nodes 10000'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep2_0 << END
0.7 42.000 29.375 55.767
2.7 16.000 8.337 28.514
6.7 6.000 2.061 16.217
9.7 4.000 1.104 13.460
END
$sweep2_1 << END
END
$sweep2_2 << END
1.1 52.000 38.512 65.203
3.1 78.000 64.758 87.246
7.1 92.000 81.162 96.845
10.1 94.000 83.783 97.939
END
$sweep2_3 << END
END
plot $sweep2_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep2_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
set title 'mcts-b(k=…) against meta(checks=1), cpu 40 against nodes 10000'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep3_0 << END
0.7 56.000 42.306 68.838
2.7 30.000 19.104 43.750
6.7 14.000 6.951 26.186
9.7 2.000 0.354 10.495
END
$sweep3_1 << END
END
$sweep3_2 << END
1.1 36.000 24.139 49.859
3.1 62.000 48.150 74.137
7.1 78.000 64.758 87.246
10.1 94.000 83.783 97.939
END
$sweep3_3 << END
END
plot $sweep3_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep3_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
unset multiplot
