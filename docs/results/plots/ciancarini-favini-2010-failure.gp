# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 882,184 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Tree search over whole boards against metapositions, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.5870; set bmargin at screen 0.2826
set yrange [-0.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('mcts-a – meta(checks=1)' 0)
$wins_here << END
0.13 0.833 0.356 1.936
END
$wins_paper << END
END
set lmargin at screen 0.2449; set rmargin at screen 0.4603
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 94.333 92.186 95.917
END
$losses_paper << END
END
set lmargin at screen 0.4966; set rmargin at screen 0.7120
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 4.833 3.386 6.855
END
$draws_paper << END
END
set lmargin at screen 0.7483; set rmargin at screen 0.9637
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
