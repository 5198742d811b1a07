import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { branchesOf } from '../support/coverage.ts';

const root = join(import.meta.dirname, '../..');

/** The source path of each machine by its name: file names are unique below `src/machines`. */
const sources = (): Map<string, string> =>
  new Map(
    readdirSync(join(root, 'src/machines'), { recursive: true, encoding: 'utf8' }).map((path) => [
      path.replace(/^.*\/|\.ts$/g, ''),
      `src/machines/${path}`,
    ]),
  );

/** One page with the purpose of every machine and its drawing, as GitHub shows it. */
export function chartIndex(
  machines: Record<string, AnyStateMachine>,
  drawings: Record<string, string>,
): string {
  const names = Object.keys(machines);
  const files = sources();
  return [
    '# Machines',
    '',
    'Every workflow of the app is one of these. This page and the drawings beside it are written by `npm run charts`; a test keeps them true. How to read and change them: [docs/workflows.md](../workflows.md); how to test by them: [docs/testing.md](../testing.md).',
    '',
    '| Machine | What it is about | States | Transitions |',
    '| --- | --- | ---: | ---: |',
    ...names.map((name) => rowOf(name, machines[name])),
    '',
    ...names.flatMap((name) => [
      `## ${name}`,
      '',
      machines[name]?.root.description ?? '',
      '',
      `[${files.get(name)}](../../${files.get(name)})`,
      '',
      '```mermaid',
      (drawings[name] ?? '').trimEnd(),
      '```',
      '',
    ]),
  ].join('\n');
}

function rowOf(name: string, machine: AnyStateMachine | undefined): string {
  if (!machine) return '';
  const states = getStateNodes(machine).length;
  return `| [${name}](#${name}) | ${machine.root.description ?? ''} | ${states} | ${branchesOf(machine).length} |`;
}
