/** The prefix of every key of this app. */
export const namespace = 'clickledger.';
/** The prefix of the keys of facts, with their version. */
export const prefix = `${namespace}v1.`;

/** Reads a stored value without a schema; null when storage is blocked. */
export function readStored(window: Window, fact: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(prefix + fact) ?? 'null');
  } catch {
    return null;
  }
}

/** Does nothing when storage is blocked or full. */
export function writeStored(window: Window, fact: string, value: unknown): void {
  try {
    window.localStorage.setItem(prefix + fact, JSON.stringify(value));
  } catch {}
}
