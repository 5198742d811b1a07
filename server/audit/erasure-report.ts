import type { Erasure } from './erase-person.ts';

/** What an erasure did, in sentences. */
export function erasureReport(email: string, { entries, unsalted }: Erasure): string[] {
  const done = `${email} was erased from ${entries} entries.`;
  if (unsalted === 0) return [done];
  return [
    done,
    `${unsalted} of them were written before hashes had salts: a person who has the log, and guesses the address and the rest of such an entry, can still confirm the guess by its hash.`,
  ];
}
