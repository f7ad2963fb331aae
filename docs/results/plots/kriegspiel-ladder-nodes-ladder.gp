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
0 241.9 197.4 286.5
-1 27.7 -7.4 62.8
-2 -13.4 -48.3 21.5
-3 -82.6 -118.2 -46.9
-4 -173.7 -212.5 -134.9
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
