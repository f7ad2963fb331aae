# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 954,240 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The paper''s tree searches against a fixed search of metapositions, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.6833; set bmargin at screen 0.2167
set yrange [-1.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('mcts-c(paper=1) – meta(checks=1)'."\n".'cpu 5 against nodes 10000' 0, 'mcts-c(paper=1) – meta(checks=1)'."\n".'cpu 10 against nodes 10000' -1)
$wins_here << END
0.13 2.000 0.550 7.001
-0.87 4.000 1.566 9.837
END
$wins_paper << END
END
set lmargin at screen 0.3019; set rmargin at screen 0.5010
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 56.000 46.228 65.328
-0.87 56.000 46.228 65.328
END
$losses_paper << END
END
set lmargin at screen 0.5346; set rmargin at screen 0.7338
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 42.000 32.798 51.794
-0.87 40.000 30.940 49.800
END
$draws_paper << END
END
set lmargin at screen 0.7673; set rmargin at screen 0.9665
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
