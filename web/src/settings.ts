// What the page remembers of a person: choices, and who the person is at the server; nothing of a game. A browser that keeps nothing does
// no harm.
export type Setting = 'language' | 'sound' | 'guest' | 'name' | 'device';

export function kept(name: Setting): string | undefined {
  try {
    return localStorage.getItem(`nebel-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: Setting, value: string): void {
  try {
    localStorage.setItem(`nebel-${name}`, value);
  } catch {
    // it is chosen again next time
  }
}

/** Calls back when another tab keeps another value; not when it keeps none. */
export function whenKeptElsewhere(name: Setting, then: () => void): void {
  addEventListener('storage', (event: Event) => {
    const { key, newValue } = event as StorageEvent;
    if (key === `nebel-${name}` && newValue) then();
  });
}
