# Written by nebel: ratings with 95 % intervals, as SVG.
set terminal svg size 716,592 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The ladder of Kriegspiel players'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.9155; set bmargin at screen 0.1047
set yrange [-15.5:0.5]
set lmargin at screen 0.2877; set rmargin at screen 0.9581
unset key
set xlabel 'Elo from the mean of all, 95 % intervals'
set ytics ('pimc' 0, 'mcts-c' -1, 'pimc(repeat=5000)' -2, 'mcts-bc' -3, 'hs' -4, 'meta(checks=1)' -5, 'aosp' -6, 'mcts-b' -7, 'los' -8, 'hs(repeat=5000)' -9, 'capturer' -10, 'ismcts2' -11, 'mcts-a' -12, 'ismcts1' -13, 'random' -14, 'capturer(pawn_tries=1)' -15)
$ratings << END
0 282.1 103.2 461.0
-1 243.4 177.0 309.7
-2 226.8 49.5 404.1
-3 171.3 -8.0 350.7
-4 142.6 -39.3 324.5
-5 112.7 -72.8 298.3
-6 81.2 -109.5 271.9
-7 47.4 -150.3 245.0
-8 -79.9 -318.4 158.6
-9 -79.9 -318.4 158.6
-10 -79.9 -318.4 158.6
-11 -139.6 -406.5 127.3
-12 -139.6 -406.5 127.3
-13 -219.6 -536.0 96.8
-14 -219.6 -536.0 96.8
-15 -349.5 -781.7 82.7
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
