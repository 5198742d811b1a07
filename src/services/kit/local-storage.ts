/** Of whatever lies in the storage of this site, what is ours begins so. */
export const brand = 'clickledger.';
/** Before the name of each fact. */
export const prefix = `${brand}v1.`;

/** What this browser keeps under a name, without the schemas; nothing where it may not even be asked. */
export function readStored(window: Window, fact: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(prefix + fact) ?? 'null');
  } catch {
    return null;
  }
}

/** A browser that keeps nothing is none the worse for it. */
export function writeStored(window: Window, fact: string, value: unknown): void {
  try {
    window.localStorage.setItem(prefix + fact, JSON.stringify(value));
  } catch {}
}
