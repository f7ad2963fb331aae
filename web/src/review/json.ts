// Records as JSON (docs/formats/json.md), which the module does not read: the umpire's become the lines of a journal, which it does.
interface JsonRecord {
  format?: unknown;
  view: string;
  game: string;
  tags?: Record<string, string>;
  clock: { base_ms: number; increment_ms: number };
  events?: { kind: string; seat: string; after_ms: number; try?: string }[];
}

/** The first record of a text: the only one, or one line for each game. */
function parseFirst(source: string): JsonRecord {
  try {
    return JSON.parse(source) as JsonRecord;
  } catch {
    return JSON.parse(source.trim().split('\n', 1)[0]!) as JsonRecord;
  }
}

/** A record as the module reads it, and what it says of itself. */
export interface Source {
  record: string;
  tags: Record<string, string>;
}

/** Any text as the module reads it: an umpire's JSON becomes a journal. */
export function sourceOf(text: string): Source {
  if (!/^\s*\{\s*"/.test(text)) return { record: text, tags: {} };
  const record = parseFirst(text);
  if (record.format !== 'nebel-record') throw new Error('this JSON is no record: its format is not nebel-record');
  if (!record.events) throw new Error(`this is the record of ${record.view} alone; only an umpire's record is read as JSON`);
  let at = 0;
  const lines = record.events.map(({ kind, seat, after_ms, try: attempt }) => {
    at += Math.max(0, after_ms);
    return `${seat} ${kind} ${attempt === undefined ? '' : `${attempt} `}0 ${at} 0`;
  });
  return { record: [`open 1 0 0 ${record.clock.base_ms}+${record.clock.increment_ms} ${record.game}`, ...lines].join('\n'), tags: record.tags ?? {} };
}
