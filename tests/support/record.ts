import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';

/** Who walked: a bare actor, a rendered view or a person's hands in a browser. */
export const walkers = ['actor', 'view', 'browser'] as const;
export type Walker = (typeof walkers)[number];

export const coverageFolder = join(import.meta.dirname, '../../test-results/coverage');

/**
 * Keeps which branches (as `edgeOf` names them) somebody walked, for the table at the end of `npm test`.
 * Several processes may write at once, and the same walk may be kept twice: a file is named by what is in it.
 */
export function record(driver: Walker, machine: AnyStateMachine, walked: ReadonlySet<string>) {
  const text = JSON.stringify({ driver, machine: machine.id, walked: [...walked].sort() });
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  mkdirSync(coverageFolder, { recursive: true });
  writeFileSync(join(coverageFolder, `${driver}-${machine.id}-${digest}.json`), text);
}
