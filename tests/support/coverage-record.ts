import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';

/** Who takes the transitions: a bare actor, a rendered view or a person in a browser. */
export const walkers = ['actor', 'view', 'browser'] as const;
export type Walker = (typeof walkers)[number];

export const coverageFolder = join(import.meta.dirname, '../../test-results/coverage');

/**
 * Records the branches (as `edgeOf` names them) that a walker took, for the table at the end of `npm test`. Several
 * processes may write at once and a walk may be recorded twice: a file is named by its content.
 */
export function record(driver: Walker, machine: AnyStateMachine, walked: ReadonlySet<string>) {
  const text = JSON.stringify({ driver, machine: machine.id, walked: [...walked].sort() });
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  mkdirSync(coverageFolder, { recursive: true });
  writeFileSync(join(coverageFolder, `${driver}-${machine.id}-${digest}.json`), text);
}
