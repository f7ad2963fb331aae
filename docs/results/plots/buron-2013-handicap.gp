# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 1178,352 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Two-level Monte Carlo with a handicap against flat Monte Carlo, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.7841; set bmargin at screen 0.1477
set yrange [-3.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('go-two-level(each=1) – go-flat'."\n".'phantom-go(size=7,komi=7.5,superko=no,black=d4), nodes 8125' 0, 'go-two-level(each=1) – go-flat'."\n".'phantom-go(size=7,komi=7.5,superko=no,black=d4), nodes 16250' -1, 'go-two-level(each=1) – go-flat'."\n".'phantom-go(size=7,komi=7.5,superko=no,white=d4), nodes 8125' -2, 'go-two-level(each=1) – go-flat'."\n".'phantom-go(size=7,komi=7.5,superko=no,white=d4), nodes 16250' -3)
$wins_here << END
0.13 0.000 0.000 27.753
-0.87 0.000 0.000 27.753
-1.87 0.000 0.000 27.753
-2.87 0.000 0.000 27.753
END
$wins_paper << END
END
set lmargin at screen 0.4346; set rmargin at screen 0.5959
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 100.000 72.247 100.000
-0.87 100.000 72.247 100.000
-1.87 100.000 72.247 100.000
-2.87 100.000 72.247 100.000
END
$losses_paper << END
END
set lmargin at screen 0.6231; set rmargin at screen 0.7844
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 0.000 0.000 27.753
-0.87 0.000 0.000 27.753
-1.87 0.000 0.000 27.753
-2.87 0.000 0.000 27.753
END
$draws_paper << END
END
set lmargin at screen 0.8115; set rmargin at screen 0.9728
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
