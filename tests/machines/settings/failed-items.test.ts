import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Role } from '#contract/accounts/roles.ts';
import { countsOf, failedItemsMachine } from '#machines/settings/failed-items.ts';
import { settingsMachine } from '#machines/settings/settings.ts';
import type { FailedPage, FailedRequest } from '#model/failed-items.ts';
import { failedEvent } from '../../support/failed-items.ts';
import { member, query, screenInput } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { settingsChildren } from '../../support/stub-machines.ts';

const page: FailedPage = {
  rows: [failedEvent],
  next: null,
  counts: [{ queue: 'events', count: 1 }],
};
const nothing: FailedPage = { rows: [], next: null, counts: [] };

const as = (role: Role) => ({
  ...member,
  projects: member.projects.map((one) => ({ ...one, role })),
});

function open(role: Role) {
  const read = scriptedRequest<FailedPage, FailedRequest>();
  const actor = createActor(
    settingsMachine.provide({
      actors: {
        ...settingsChildren,
        address: fromCallback(() => {}),
        failedItems: failedItemsMachine.provide({ actors: { readPage: read.logic } }),
      },
    }),
    { input: { ...screenInput, member: as(role) } },
  ).start();
  const list = () => {
    const child = actor.getSnapshot().children.failedItems;
    if (!child) throw new Error('The failed items do not run.');
    return child.getSnapshot();
  };
  const projects = () => read.calls.map((call) => call.query.project);
  return { actor, read, list, projects };
}

describe('the failed items of the settings', () => {
  it('are read in every part, and again when another part is opened', async () => {
    const { actor, read, list, projects } = open('owner');
    actor.send({ type: 'settings.recalled', part: 'personal' });
    expect(projects()).toEqual([query.project]);
    read.answer({ output: page });
    await expect.poll(() => countsOf(list())).toEqual(page.counts);
    actor.send({ type: 'settings.recalled', part: 'jobs' });
    expect(actor.getSnapshot().value).toBe('jobs');
    expect(projects()).toEqual([query.project, query.project]);
    expect(countsOf(list())).toEqual(page.counts);
  });

  it('are those of the chosen project', async () => {
    const { actor, read, list, projects } = open('owner');
    read.answer({ output: page });
    await expect.poll(() => list().value).toEqual({ ready: 'fresh' });
    const other = member.projects.find(({ id }) => id !== query.project)?.id ?? 8;
    actor.send({ type: 'query.change', query: { ...query, project: other } });
    expect(countsOf(list())).toEqual([]);
    expect(projects()).toHaveLength(2);
  });

  it('are not asked for by another role, and vanish when the role is lost', async () => {
    const { actor, read, list, projects } = open('owner');
    read.answer({ output: page });
    await expect.poll(() => list().value).toEqual({ ready: 'fresh' });
    actor.send({ type: 'settings.recalled', part: 'jobs' });
    actor.send({ type: 'member.change', member: as('manager') });
    expect(actor.getSnapshot().value).toBe('closed');
    expect(projects().at(-1)).toBeNull();
    read.answer({ output: nothing });
    await expect.poll(() => list().value).toEqual({ empty: 'fresh' });
    expect(countsOf(list())).toEqual([]);
    expect(open('buyer').projects()).toEqual([null]);
  });
});
