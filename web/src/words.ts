// What the page says: messages by code, from the table of the C side, in the language that the person chose.
import german from '../../translations/de.ftl?url';
import type { Nebel } from '../wasm/nebel.ts';
import { keep, kept } from './settings.ts';

/** Languages besides English, which is in the module: by code, the name that they give themselves, and a file. */
const files: Record<string, { name: string; url: string }> = { de: { name: 'Deutsch', url: german } };
export const languages = [{ code: 'en', name: 'English' }, ...Object.entries(files).map(([code, { name }]) => ({ code, name }))];

let module: Nebel;
let spoken: { code: string; file?: string } = { code: 'en' };

export const say = (name: string, ...values: (string | number)[]): string => module.words(name, ...values);

/** The code of the language in use, and its file for a worker; none for English. */
export const language = (): { code: string; file?: string } => spoken;

/** Speaks a language from now on, and remembers it. */
export async function speak(code: string): Promise<void> {
  const url = files[code]?.url;
  const file = url && (await fetch(url).then((answer) => answer.text()));
  module.speak(file);
  spoken = file ? { code, file } : { code: 'en' };
  keep('language', spoken.code);
  document.documentElement.lang = spoken.code;
  document.title = say('page-title');
}

/** The language that was chosen before, or the browser's. */
export async function beginWords(nebel: Nebel): Promise<void> {
  module = nebel;
  await speak(kept('language') ?? navigator.language.slice(0, 2));
}
