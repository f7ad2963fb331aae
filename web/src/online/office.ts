// The office of the server: accounts, by plain requests. docs/accounts.md is its law. Whoever logs in is that person in the lobby too.
import { keep, kept } from '../settings.ts';
import { type Suspended, suspendedWords } from './suspended.ts';

export interface Account {
  name: string;
  account: boolean; // false for a guest
  created: string;
  email: string | null;
}
export interface Session {
  session: string;
  kind: 'guest' | 'login' | 'token';
  label: string;
  scopes: string;
  seen: string;
  this: boolean;
}

export interface Answer<T> {
  status: number; // 0 if the server is away
  value: T | undefined; // if all is well
  suspended?: Suspended | undefined; // if that is why it is refused
}

const OK_BELOW = 300;

export async function ask<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer<T>> {
  const token = kept('guest');
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const request: RequestInit = { method, headers, credentials: 'omit', ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  try {
    const answer = await fetch(`/api/${path}`, request);
    const value: unknown = await answer.json();
    if (answer.status < OK_BELOW) return { status: answer.status, value: value as T };
    return { status: answer.status, value: undefined, suspended: (value as { suspended?: Suspended }).suspended };
  } catch {
    return { status: 0, value: undefined };
  }
}

/** What the list of sessions shows of this browser: "Firefox, Linux". */
function deviceWords(): string {
  const agent = navigator.userAgent;
  const browser = /Firefox|Edg|Chrome|Safari/.exec(agent)?.[0] ?? '';
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? '';
  return [browser.replace('Edg', 'Edge'), system].filter(Boolean).join(', ');
}

interface Begun {
  token: string;
  name: string;
  device: string;
}

function begin({ value, status }: Answer<Begun>): number {
  if (value) {
    keep('guest', value.token);
    keep('device', value.device);
  }
  return status;
}

/** Registers; a guest keeps its games. The status. */
export const register = async (name: string, password: string): Promise<number> =>
  begin(await ask<Begun>('POST', 'account', { name, password, guest: kept('guest') ?? '', label: deviceWords() }));

/** Logs in; the status, or in words why the account is suspended. */
export async function logIn(name: string, password: string): Promise<number | string> {
  const answer = await ask<Begun>('POST', 'session', { name, password, device: kept('device') ?? '', label: deviceWords() });
  return answer.suspended ? suspendedWords(answer.suspended) : begin(answer);
}

/** This browser is nobody any more; the lobby makes it a guest. */
export const forget = (): void => keep('guest', '');
