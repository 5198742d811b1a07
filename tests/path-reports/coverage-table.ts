import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { type Walker, walkers } from '../support/coverage-record.ts';
import { type CoverageShare, coverageShare } from './coverage-share.ts';

type Walk = { driver: Walker; machine: string; walked: string[] };
type Row = { machine: string; states: number; transitions: number } & Record<
  Walker,
  CoverageShare | null
>;

/** The files of the last run. */
export const walksIn = (folder: string): Walk[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Walk)
    : [];

export const rowsOf = (machines: Record<string, AnyStateMachine>, walks: readonly Walk[]): Row[] =>
  Object.entries(machines).map(([name, machine]) => {
    const by = (driver: Walker) => {
      const own = walks.filter((walk) => walk.driver === driver && walk.machine === machine.id);
      if (own.length === 0) return null;
      return coverageShare(machine, new Set(own.flatMap(({ walked }) => walked)));
    };
    const { states, transitions } = coverageShare(machine, new Set());
    return {
      machine: name,
      states: states.of,
      transitions: transitions.of,
      actor: by('actor'),
      view: by('view'),
      browser: by('browser'),
    };
  });

/** Each machine on a line: its size, and the share that each driver reached. */
export function coverageTable(rows: readonly Row[]): string {
  const lines = [
    ['machine', 'states', 'transitions', ...walkers],
    ...rows.map(({ machine, states, transitions, ...by }) => [
      machine,
      String(states),
      String(transitions),
      ...walkers.map((walker) => part(by[walker])),
    ]),
  ];
  const width = (at: number) => Math.max(...lines.map((line) => line[at]?.length ?? 0));
  const aligned = lines.map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(width(at)) : cell.padStart(width(at)))),
  );
  return `${aligned.map((line) => line.join('  ')).join('\n')}\n`;
}

/** The machines that a browser walks completely, because every person meets them first. */
const walkedInBrowsers: readonly string[] = ['session', 'sign-up', 'selection', 'dashboard'];

/** One sentence for each missing part. Actors and views have to cover everything, browsers some machines. */
export const missingCoverage = (row: Row): string[] =>
  walkers
    .filter((walker) => walker !== 'browser' || walkedInBrowsers.includes(row.machine))
    .filter((walker) => !isWhole(row[walker]))
    .map((walker) => {
      const reached = row[walker];
      return reached === null
        ? `${row.machine}: no path was walked on the ${walker}.`
        : `${row.machine}: the ${walker} took ${reached.transitions.reached} of ${row.transitions} transitions and was in ${reached.states.reached} of ${row.states} states.`;
    });

const isWhole = (reached: CoverageShare | null) =>
  reached !== null &&
  reached.states.reached === reached.states.of &&
  reached.transitions.reached === reached.transitions.of;

/** One figure where all was reached, else states and transitions; a dash for an unwalked machine. */
function part(reached: CoverageShare | null): string {
  if (reached === null) return '–';
  if (isWhole(reached)) return '100 %';
  const share = (of: CoverageShare['states']) => `${Math.floor((100 * of.reached) / of.of)} %`;
  return `${share(reached.states)} / ${share(reached.transitions)}`;
}
