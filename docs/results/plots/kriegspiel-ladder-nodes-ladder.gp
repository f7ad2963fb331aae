# Written by nebel: ratings with 95 % intervals, as SVG.
set terminal svg size 676,262 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The best players of Kriegspiel at fixed nodes'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.8092; set bmargin at screen 0.2366
set yrange [-4.5:0.5]
set lmargin at screen 0.2456; set rmargin at screen 0.9556
unset key
set xlabel 'Elo from the mean of all, 95 % intervals'
set ytics ('fog' 0, 'pimc(repeat=5000)' -1, 'pimc' -2, 'mcts-c' -3, 'meta(checks=1)' -4)
$ratings << END
0 246.3 198.3 294.4
-1 54.7 -2.3 111.8
-2 -18.3 -83.1 46.5
-3 -82.3 -163.7 -0.9
-4 -200.5 -328.8 -72.1
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
