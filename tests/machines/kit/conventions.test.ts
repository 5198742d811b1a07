import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { machines } from '../../support/machines.ts';

const folder = join(import.meta.dirname, '../../../src/machines');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => [basename(path, '.ts'), readFileSync(join(folder, path), 'utf8')] as const)
  .filter(([, text]) => text.includes('.createMachine('));

/** The request actors. Listeners and machines only send events; an error inside them is a programming mistake. */
const requestsIn = (name: string): string[] => {
  const [, text = ''] = sources.find(([source]) => source === name) ?? [];
  return [...text.matchAll(/(\w+): injected</g)].map(([, request = '']) => request);
};

/** A delay is an action that XState adds by itself. */
const isOwn = (behaviour: unknown) =>
  typeof behaviour === 'function' &&
  !('type' in behaviour && /^xstate\.(raise|cancel)$/.test(String(behaviour.type)));

describe('machines', () => {
  it('are all under test', () => {
    expect(sources.map(([name]) => name).sort()).toEqual(Object.keys(machines).sort());
  });
});

describe.each(Object.entries(machines))('%s', (name, machine) => {
  const nodes: AnyStateNode[] = [machine.root, ...getStateNodes(machine)];
  const invocations = nodes.flatMap((node) => node.invoke.map((invoke) => ({ node, invoke })));

  it('has the name of its file', () => {
    expect(machine.id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)).toBe(name);
  });

  it('names each child like its source and gives none a system id', () => {
    expect(invocations.filter(({ invoke }) => invoke.id !== invoke.src)).toEqual([]);
    expect(invocations.filter(({ invoke }) => invoke.systemId !== undefined)).toEqual([]);
  });

  it('handles the failure of every request', () => {
    const requests = requestsIn(name);
    const sentRequests = invocations.filter(({ invoke }) => requests.includes(invoke.id));
    expect(new Set(sentRequests.map(({ invoke }) => invoke.id))).toEqual(new Set(requests));
    const unhandled = sentRequests.filter(
      ({ node, invoke }) => !node.transitions.has(`xstate.error.actor.${invoke.id}`),
    );
    expect(unhandled.map(({ node, invoke }) => `${node.id}: ${invoke.id}`)).toEqual([]);
  });

  it('names all behaviour', () => {
    const inline = nodes.flatMap((node) =>
      [
        ...node.entry,
        ...node.exit,
        ...[...node.transitions.values(), node.always ?? []].flatMap((transitions) =>
          transitions.flatMap(({ actions, guard }) => [...actions, ...(guard ? [guard] : [])]),
        ),
      ]
        .filter(isOwn)
        .map(() => node.id),
    );
    expect(inline).toEqual([]);
  });

  it('is a literal that the visualiser can read', () => {
    const [, text = ''] = sources.find(([source]) => source === name) ?? [];
    const start = text.indexOf('.createMachine({');
    expect(start).toBeGreaterThan(0);
    const chart = text.slice(start, text.indexOf('\nexport type', start));
    const config = chart.replace(
      /(params|input|context): \([^)]*\) =>[^\n]*(\n\s+[^\n]*\}\),)?/g,
      '',
    );
    expect(config.match(/^\s*(\.\.\.|\[)/gm) ?? []).toEqual([]);
  });
});
