// What to play: game, rules, board, opponent, colour and clock.
import { useState } from 'preact/hooks';
import { BLACK, type Nebel, WHITE } from '../../wasm/nebel.ts';
import { say } from '../words.ts';
import type { GamePlan } from './messages.ts';

const LEVELS = 8;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
export const clocks = [
  { name: 'none', baseMs: 0, incrementMs: 0 },
  { name: 'start-clock-3-2', baseMs: 3 * MINUTE_MS, incrementMs: 2 * SECOND_MS },
  { name: 'start-clock-5-5', baseMs: 5 * MINUTE_MS, incrementMs: 5 * SECOND_MS },
  { name: 'start-clock-10', baseMs: 10 * MINUTE_MS, incrementMs: 0 },
  { name: 'start-clock-15-10', baseMs: 15 * MINUTE_MS, incrementMs: 10 * SECOND_MS },
];
export const colours = ['white', 'black', 'start-by-lot'];
const sizes = [5, 7, 9, 11, 13, 15, 17, 19];

/** What is played. */
export interface GameChoices {
  isGo: boolean;
  rules: string;
  board: string;
  size: number;
}
interface Choices extends GameChoices {
  level: number;
  colour: number;
  clock: number;
}
export const usualGame: GameChoices = { isGo: false, rules: 'icc', board: '8x8', size: 9 };
const usual: Choices = { ...usualGame, level: 2, colour: WHITE, clock: 0 };

export const gameOf = ({ isGo, rules, board, size }: GameChoices): string => (isGo ? `phantom-go(size=${size})` : `kriegspiel(rules=${rules},board=${board})`);

function planOf(game: string, choices: Choices): GamePlan {
  const seat = choices.colour === BLACK || (choices.colour === 2 && Math.random() < 0.5) ? BLACK : WHITE;
  const { baseMs, incrementMs } = clocks[choices.clock]!;
  return { game, seat, level: choices.level, baseMs, incrementMs };
}

interface PickProps<T> {
  label: string;
  value: T;
  options: [value: T, words: string][];
  onPick: (value: T) => void;
}
export function Pick<T extends string | number>({ label, value, options, onPick }: PickProps<T>) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onPick(options[event.currentTarget.selectedIndex]![0])}>
        {options.map(([option, words]) => (
          <option value={option}>{words}</option>
        ))}
      </select>
    </label>
  );
}

interface SetupProps {
  nebel: Nebel;
  game?: string | undefined; // if it is not to be chosen
  isPlaying: boolean;
  onPlay: (plan: GamePlan) => void;
}

/** Game, rules and board. */
export function GamePicks({ nebel, choices, change }: { nebel: Nebel; choices: GameChoices; change: (some: Partial<GameChoices>) => void }) {
  return (
    <>
      <Pick
        label={say('start-game')}
        value={choices.isGo ? 1 : 0}
        options={[
          [0, say('start-kriegspiel')],
          [1, 'Phantom Go'],
        ]}
        onPick={(value) => change({ isGo: value === 1 })}
      />
      {choices.isGo ? (
        <Pick label={say('page-size')} value={choices.size} options={sizes.map((size) => [size, `${size}x${size}`])} onPick={(size) => change({ size })} />
      ) : (
        <>
          <Pick label={say('start-rules')} value={choices.rules} options={nebel.rulesets().map(({ name, words }) => [name, words])} onPick={(rules) => change({ rules })} />
          <Pick label={say('page-board')} value={choices.board} options={nebel.boards().map((board) => [board, board])} onPick={(board) => change({ board })} />
        </>
      )}
    </>
  );
}

export function Setup({ nebel, game, isPlaying, onPlay }: SetupProps) {
  const [choices, setChoices] = useState(usual);
  const chosen = game ?? gameOf(choices);
  const change = (some: Partial<Choices>): void => setChoices((before) => ({ ...before, ...some }));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onPlay(planOf(chosen, choices));
  };
  return (
    <form class="setup" onSubmit={submit}>
      {game === undefined ? <GamePicks nebel={nebel} choices={choices} change={change} /> : <code>{game}</code>}
      <Pick
        label={say('start-opponent')}
        value={choices.level}
        options={Array.from({ length: LEVELS }, (_, i) => [i + 1, nebel.levelWords(chosen, i + 1)])}
        onPick={(level) => change({ level })}
      />
      <Pick label={say('start-colour')} value={choices.colour} options={colours.map((name, i) => [i, say(name)])} onPick={(colour) => change({ colour })} />
      <Pick label={say('start-clock')} value={choices.clock} options={clocks.map(({ name }, i) => [i, say(name)])} onPick={(clock) => change({ clock })} />
      <button type="submit" class="first">
        {say(isPlaying ? 'page-new-game' : 'page-play')}
      </button>
    </form>
  );
}
