import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, fromCallback } from 'xstate';
import { drawingChanges } from '../../path-reports/drawing-changes.ts';
import { editableCopy, renameEvent } from '../../path-reports/machine-edits.ts';
import { drawingOf } from '../../support/charts.ts';
import { coverageOf } from '../../support/coverage.ts';
import { pathsOver } from '../../support/paths.ts';
import { plannedMachines } from '../../support/planned.ts';
import { sharePlan } from '../../support/plans/app/share.ts';

const folder = join(import.meta.dirname, '../../../docs/charts');
const committed = Object.fromEntries(
  Object.keys(plannedMachines).map((name) => [
    name,
    readFileSync(join(folder, `${name}.mmd`), 'utf8'),
  ]),
);

/** The result of the drawings test for a machine that differs from the committed one. */
const told = (name: string, machine: AnyStateMachine) =>
  drawingChanges(name, committed[name] ?? '', drawingOf(machine));

const machineOf = (name: string): AnyStateMachine => {
  const { machine } = plannedMachines[name] ?? {};
  if (!machine) throw new Error(`No ${name}.`);
  return machine;
};

/** The causes without a sentence. */
const unnamed = (branches: readonly { cause: string }[], texts: readonly string[]) =>
  branches.filter(({ cause }) => !texts.some((text) => text.includes(`: ${cause}`)));

describe.each(Object.keys(plannedMachines))('a change of %s', (name) => {
  const machine = machineOf(name);
  const { branches } = editableCopy(machine);

  it('is empty for an unchanged machine', () => {
    expect(told(name, editableCopy(machine).created())).toEqual([]);
  });

  it('is noticed and named for each removed transition', () => {
    const { branches: own, created: create } = editableCopy(machine);
    for (const { list } of own) list.length = 0;
    const gone = told(name, create()).filter((text) => /: gone is \w+ --> /.test(text));
    expect(gone).toHaveLength(branches.length);
    expect(unnamed(branches, gone)).toEqual([]);
  });

  it('is noticed and named for each transition with another target', () => {
    const { branches: own, config, created: create } = editableCopy(machine);
    config.states.faraway = { on: {}, after: {}, always: [], invoke: [], states: {} };
    for (const { list, at } of own) list[at] = { ...list[at], target: `#${machine.id}.faraway` };
    const led = told(name, create()).filter((text) => /: new is \w+ --> \w+_faraway: /.test(text));
    expect(led).toHaveLength(branches.length);
    expect(unnamed(branches, led)).toEqual([]);
  });

  it('is noticed and named for each renamed event', () => {
    const events = machine.events.filter((event) => !event.startsWith('xstate.'));
    const { config, created: create } = editableCopy(machine);
    for (const event of events) renameEvent(config, event, `${event}.anew`);
    const received = told(name, create()).filter((text) => text.startsWith(`${name}: new is `));
    expect(
      events.filter((event) => !received.some((text) => text.includes(`: ${event}.anew`))),
    ).toEqual([]);
  });

  it('is noticed and named for a new state', () => {
    const { config, created: create } = editableCopy(machine);
    config.states.further = { on: {}, after: {}, always: [], invoke: [], states: {} };
    expect(told(name, create())).toEqual([
      `${name}: new is state "further" as ${machine.id}_further`,
    ]);
  });
});

describe('the description of a change', () => {
  const session = machineOf('session');

  it('names the removed arrow', () => {
    const { config, created: create } = editableCopy(session);
    config.states.unreachable?.on.retry?.pop();
    expect(told('session', create())).toEqual([
      'session: gone is session_unreachable --> session_checking: retry',
    ]);
  });

  it('names the old and the new target of an arrow', () => {
    const { config, created: create } = editableCopy(session);
    config.states.unreachable?.on.retry?.splice(0, 1, { target: 'restoring' });
    expect(told('session', create())).toEqual([
      'session: gone is session_unreachable --> session_checking: retry',
      'session: new is session_unreachable --> session_restoring: retry',
    ]);
  });

  it('names an event by both of its names', () => {
    const { config, created: create } = editableCopy(session);
    renameEvent(config, 'session.renewed', 'session.refreshed');
    const texts = told('session', create());
    expect(texts).toHaveLength(2);
    expect(texts[0]).toMatch(/^session: gone is session_signedIn --> .*: session\.renewed \/ keep/);
    expect(texts[1]).toMatch(
      /^session: new is session_signedIn --> .*: session\.refreshed \/ keep/,
    );
  });
});

/** The coverage result for a machine whose plan was not changed with it. */
function missingIn(machine: AnyStateMachine): string[] {
  const coverage = coverageOf(machine);
  const silent = machine.provide({ actors: { copyLink: fromCallback(() => {}) } });
  for (const { steps } of pathsOver(machine, sharePlan)) {
    const actor = createActor(silent, { inspect: coverage.inspect }).start();
    for (const { event } of steps.slice(1)) actor.send(event);
    actor.stop();
  }
  return coverage.missing();
}

describe('the coverage result of a change', () => {
  const share = machineOf('share');

  it('is empty for a machine that its plan fits', () => {
    expect(missingIn(editableCopy(share).created())).toEqual([]);
  });

  it('names the transition whose event no plan has', () => {
    const { config, created: create } = editableCopy(share);
    renameEvent(config, 'link.close', 'link.leave');
    expect(missingIn(create())).toContain('share.copied --link.leave[0]-->');
  });

  it('names an unreachable state', () => {
    const { config, created: create } = editableCopy(share);
    config.states.printed = { on: {}, after: {}, always: [], invoke: [], states: {} };
    expect(missingIn(create())).toEqual(['share.printed was never entered']);
  });

  it('names the states that only a removed transition led to', () => {
    const { config, created: create } = editableCopy(share);
    config.states.copying?.invoke[0]?.onError.pop();
    expect(missingIn(create())).toContain('share.failed was never entered');
  });

  it('names the states that only a moved transition led to', () => {
    const { config, created: create } = editableCopy(share);
    config.states.copying?.invoke[0]?.onError.splice(0, 1, { target: 'idle' });
    expect(missingIn(create())).toContain('share.failed was never entered');
  });
});
