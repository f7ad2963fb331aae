// Reports to the operators, and blocks: buttons beside a player and a finished game, and the list of blocks.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../online/office.ts';
import { Pick } from '../play/setup.tsx';
import { kept } from '../settings.ts';
import { say } from '../words.ts';

const TEXT_MAX = 500;
const CREATED = 201;
const kinds: [kind: string, name: string][] = [
  ['cheating', 'page-report-cheating'],
  ['insult', 'page-report-insult'],
  ['name', 'page-report-name'],
  ['stalling', 'page-report-stalling'],
  ['other', 'page-report-other'],
];

/** What is reported: a player by name, or a finished game by id. */
type Subject = { name: string } | { game: string };

function ReportForm({ subject }: { subject: Subject }) {
  const [kind, setKind] = useState('cheating');
  const [notice, setNotice] = useState('');
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const text = String(new FormData(form).get('text') ?? '');
    const { status } = await ask('POST', 'report', { ...subject, kind, text });
    setNotice(say(status === CREATED ? 'page-report-sent' : 'page-report-failed'));
    if (status === CREATED) form.reset();
  };
  return (
    <form class="setup" onSubmit={(event) => void send(event)}>
      <p class="intro">{say('page-report-hint')}</p>
      <Pick label={say('page-report-kind')} value={kind} options={kinds.map(([value, name]) => [value, say(name)])} onPick={setKind} />
      <label class="wide">
        <span>{say('page-report-text')}</span>
        <textarea name="text" rows={4} maxLength={TEXT_MAX} />
      </label>
      <button type="submit" class="first">
        {say('page-report-send')}
      </button>
      <p class="notice" role="status">
        {notice}
      </p>
    </form>
  );
}

/** Who has no session yet can report nothing. */
export function Report({ subject }: { subject: Subject }) {
  if (!kept('guest')) return null;
  return (
    <details class="report">
      <summary>{say('page-report')}</summary>
      <ReportForm subject={subject} />
    </details>
  );
}

// --- Blocks ---

interface Blocked {
  name: string;
}

function useBlocks(): { blocks: Blocked[] | undefined; change: (name: string, isBlocked: boolean) => Promise<void> } {
  const [blocks, setBlocks] = useState<Blocked[]>();
  const load = async (): Promise<void> => setBlocks((await ask<{ blocks: Blocked[] }>('GET', 'block')).value?.blocks);
  useEffect(() => void (kept('guest') && load()), []); // who has no session yet has blocked nobody
  const change = async (name: string, isBlocked: boolean): Promise<void> => {
    await (isBlocked ? ask('POST', 'block', { name }) : ask('DELETE', `block/${encodeURIComponent(name)}`));
    await load();
  };
  return { blocks, change };
}

/** A button for a player who is somebody else. */
export function Block({ name }: { name: string }) {
  const { blocks, change } = useBlocks();
  if (!blocks || name === kept('name')) return null;
  const isBlocked = blocks.some((blocked) => blocked.name === name);
  return (
    <>
      <p class="actions">
        <button type="button" aria-pressed={isBlocked} onClick={() => void change(name, !isBlocked)}>
          {say(isBlocked ? 'page-block-end' : 'page-block')}
        </button>
      </p>
      {isBlocked && <p class="intro">{say('page-block-hint')}</p>}
    </>
  );
}

export function Blocks() {
  const { blocks, change } = useBlocks();
  return (
    <section>
      <h3>{say('page-blocks')}</h3>
      {!blocks?.length && <p>{say('page-blocks-none')}</p>}
      <ul class="offers">
        {blocks?.map(({ name }) => (
          <li key={name}>
            <a href={`#/player/${encodeURIComponent(name)}`}>{name}</a>
            <button type="button" aria-label={`${say('page-block-end')}: ${name}`} onClick={() => void change(name, false)}>
              {say('page-block-end')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
