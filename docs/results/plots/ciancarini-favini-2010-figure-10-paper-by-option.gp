# Written by nebel: wins and losses by the option that was swept, with 95 % intervals, as SVG.
set terminal svg size 880,360 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot layout 1,2 title 'The paper''s tree searches against a fixed search of metapositions, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid ytics linecolor '#dddddd'
set border 3 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ylabel 'per cent of games'
set yrange [0:100]
set offsets graph 0.05, graph 0.05, 0, 0
set key below horizontal samplen 2
set title 'mcts-b(paper=1,k=…) against meta(checks=1), cpu 5 against nodes 10000'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep0_0 << END
0.7 0.000 0.000 3.699
2.7 0.000 0.000 3.699
6.7 0.000 0.000 3.699
9.7 0.000 0.000 3.699
END
$sweep0_1 << END
END
$sweep0_2 << END
1.1 75.000 65.696 82.455
3.1 88.000 80.188 93.001
7.1 96.000 90.163 98.434
10.1 96.000 90.163 98.434
END
$sweep0_3 << END
END
plot $sweep0_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep0_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
set title 'mcts-b(paper=1,k=…) against meta(checks=1), cpu 10 against nodes 10000'
set xlabel 'k' offset 0,0.4
unset logscale x
set xtics (1, 3, 7, 10)
$sweep1_0 << END
0.7 1.000 0.177 5.449
2.7 0.000 0.000 3.699
6.7 0.000 0.000 3.699
9.7 0.000 0.000 3.699
END
$sweep1_1 << END
END
$sweep1_2 << END
1.1 81.000 72.221 87.485
3.1 81.000 72.221 87.485
7.1 98.000 92.999 99.450
10.1 95.000 88.825 97.846
END
$sweep1_3 << END
END
plot $sweep1_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep1_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here'
unset multiplot
