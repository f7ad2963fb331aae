// Practice: a game against a level, by mouse, keyboard or typed lines.
import { useEffect } from 'preact/hooks';
import type { Nebel } from '../../wasm/nebel.ts';
import { fetchBoard } from '../boards/board.tsx';
import { GameTable } from '../play/game_table.tsx';
import { Setup } from '../play/setup.tsx';
import { useSitting } from '../play/use_sitting.ts';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';

/** Why a game string cannot be read; undefined if it can. */
function faultOf(nebel: Nebel, game: string): string | undefined {
  try {
    nebel.game(game).close();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export default function Practice(props: ScreenProps) {
  const [sitting, begin] = useSitting(props);
  useEffect(() => void fetchBoard(), []); // while the person chooses
  // An address may name a game: #/practice/kriegspiel(fen=4k3/P7/8/8/8/8/8/4K3_w).
  const game = props.rest.length ? decodeURIComponent(props.rest.join('/')) : undefined;
  const fault = game && faultOf(props.nebel, game);
  if (fault) return <p role="alert">{fault}</p>;
  const setup = <Setup nebel={props.nebel} game={game} isPlaying={sitting !== undefined} onPlay={begin} />;
  if (!sitting)
    return (
      <>
        <h2>{say('page-practice')}</h2>
        <p class="intro">{say('page-intro')}</p>
        {setup}
      </>
    );
  return (
    <>
      <h2 class="hidden">{say('page-practice')}</h2>
      <GameTable key={sitting} sitting={sitting} />
      <details class="again">
        <summary>{say('page-new-game')}</summary>
        {setup}
      </details>
    </>
  );
}
