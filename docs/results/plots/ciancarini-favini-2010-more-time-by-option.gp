# Written by nebel: wins and losses by the option that was swept, with 95 % intervals, as SVG.
set terminal svg size 880,360 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot layout 1,2 title 'Longer simulations with more time, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid ytics linecolor '#dddddd'
set border 3 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ylabel 'per cent of games'
set yrange [0:100]
set offsets graph 0.05, graph 0.05, 0, 0
set key below horizontal samplen 2
set title 'mcts-b(k=…,turns=65536) against meta(checks=1), cpu 160 against nodes 10000'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep0_0 << END
0.7 50.000 23.659 76.341
2.7 20.000 5.668 50.984
6.7 20.000 5.668 50.984
END
$sweep0_1 << END
END
$sweep0_2 << END
1.1 40.000 16.818 68.733
3.1 80.000 49.016 94.332
7.1 80.000 49.016 94.332
END
$sweep0_3 << END
END
plot $sweep0_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep0_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
set title 'mcts-b(k=…,turns=65536) against meta(checks=1), cpu 320 against nodes 10000'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep1_0 << END
0.7 40.000 16.818 68.733
2.7 70.000 39.678 89.221
6.7 50.000 23.659 76.341
END
$sweep1_1 << END
END
$sweep1_2 << END
1.1 60.000 31.267 83.182
3.1 30.000 10.779 60.322
7.1 30.000 10.779 60.322
END
$sweep1_3 << END
END
plot $sweep1_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep1_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
unset multiplot
