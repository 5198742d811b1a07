import { digestOf, newSecret } from '../accounts/secret.ts';

export type CollectKey = { key: string; hash: Buffer; start: string };

/** A project's server key. Only its hash and its first characters are stored. */
export function newCollectKey(): CollectKey {
  const key = newSecret('cs');
  return { key, hash: digestOf(key), start: key.slice(0, 8) };
}

/** A key in the form in which people recognise it. */
export const shownKey = (start: string): string => `${start}…`;
