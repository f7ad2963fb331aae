// Line mode: a game without a board, for who does not see one.
import { isGo } from '../boards/view.ts';
import { Line } from '../play/line.tsx';
import { Log } from '../play/log.tsx';
import { Setup } from '../play/setup.tsx';
import { useSitting } from '../play/use_sitting.ts';
import type { ScreenProps } from '../screen.ts';
import { say } from '../words.ts';

export default function Lines(props: ScreenProps) {
  const [sitting, begin] = useSitting(props);
  return (
    <>
      <h2>{say('page-lines')}</h2>
      <p class="intro">{say('page-lines-intro')}</p>
      <Setup nebel={props.nebel} isPlaying={sitting !== undefined} onPlay={begin} />
      {sitting && (
        <div class="words">
          <Log lines={sitting.lines} />
          <Line isGo={isGo(sitting.shape)} onLine={(line) => sitting.say(line)} />
        </div>
      )}
    </>
  );
}
