# Written by nebel: ratings with 95 % intervals, as SVG.
set terminal svg size 716,772 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The ladder of Kriegspiel players'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.9352; set bmargin at screen 0.0803
set yrange [-21.5:0.5]
set lmargin at screen 0.2877; set rmargin at screen 0.9581
unset key
set xlabel 'Elo from the mean of all, 95 % intervals'
set ytics ('fog' 0, 'pimc' -1, 'pimc(repeat=5000)' -2, 'mcts-c' -3, 'meta(checks=1)' -4, 'mcts-b' -5, 'mcts-bc' -6, 'hs(repeat=5000)' -7, 'hs' -8, 'meta' -9, 'aosp' -10, 'mcts-b(k=3)' -11, 'mcts-c(paper=1)' -12, 'ismcts1' -13, 'los' -14, 'capturer(pawn_tries=1)' -15, 'mcts-a' -16, 'mcts-b(paper=1)' -17, 'capturer' -18, 'aos' -19, 'ismcts2' -20, 'random' -21)
$ratings << END
0 559.6 459.1 660.1
-1 337.7 289.2 386.1
-2 337.7 289.2 386.1
-3 245.8 216.5 275.0
-4 174.0 128.5 219.6
-5 157.5 72.3 242.6
-6 99.6 53.4 145.8
-7 96.1 10.7 181.6
-8 90.3 56.4 124.2
-9 87.3 1.6 172.9
-10 78.3 -7.5 164.2
-11 23.6 -64.0 111.2
-12 -98.7 -202.5 5.1
-13 -120.3 -217.1 -23.4
-14 -194.8 -299.2 -90.3
-15 -196.9 -233.9 -160.0
-16 -222.6 -330.5 -114.6
-17 -222.6 -330.5 -114.6
-18 -285.0 -402.3 -167.6
-19 -285.0 -402.3 -167.6
-20 -320.9 -444.9 -197.0
-21 -340.6 -468.6 -212.7
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
