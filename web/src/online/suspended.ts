// A suspended account: what the server says of it, and that in words.
import { language, say } from '../words.ts';

/** Until when an account is suspended, `never` if that has no end, and why. */
export interface Suspended {
  until: string;
  reason: string;
}

/** What a line says behind `quit suspended`. */
export function readSuspended(text: string): Suspended {
  const [until, ...words] = text.split(' ');
  return { until: until!, reason: words.join(' ') };
}

export function suspendedWords({ until, reason }: Suspended): string {
  if (until === 'never') return say('page-suspended-never', reason);
  return say('page-suspended', new Date(until).toLocaleString(language().code, { dateStyle: 'long', timeStyle: 'short' }), reason);
}
