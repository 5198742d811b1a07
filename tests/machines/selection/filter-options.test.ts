import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  filterOptionsMachine,
  nameIn,
  type OptionsScope,
} from '#machines/selection/filter-options.ts';
import type { FilterValue } from '#model/query.ts';
import { offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function start(listed: OptionsScope = query) {
  const read = scriptedRequest<
    FilterValue[],
    Pick<OptionsScope, 'project' | 'affiliates'> & { group: string }
  >();
  const clock = new SimulatedClock();
  const actor = createActor(
    filterOptionsMachine.provide({ actors: { readValues: read.logic as never } }),
    { input: { query: listed }, clock },
  ).start();
  const name = (value: string) => nameIn(actor.getSnapshot().context.names, 'campaign_id', value);
  const requestedGroups = () => read.calls.map(({ group }) => group);
  return { actor, clock, read, name, requestedGroups };
}

const narrowed: OptionsScope = { ...query, filters: { campaign_id: ['238401', '-238402'] } };
const prospecting = { value: '238401', label: 'BF prospecting', count: 7001 };

describe('the names of filters', () => {
  it('are read for the ids of an address, after the figures', async () => {
    const { actor, clock, read, name, requestedGroups } = start({ ...narrowed, offerIds: ['101'] });
    clock.increment(299);
    expect(requestedGroups()).toEqual([]);
    clock.increment(1);
    expect(requestedGroups()).toEqual(['campaign_id']);
    read.answer({ output: [prospecting] });
    await expect.poll(() => name('238401')).toBe('BF prospecting');
    expect(name('238402')).toBe('238402');
    clock.increment(300);
    expect(requestedGroups()).toEqual(['campaign_id', 'offer_id']);
    read.answer({ output: [] });
    await expect.poll(() => actor.getSnapshot().matches({ closed: 'named' })).toBe(true);
    actor.send({ type: 'query.change', query: narrowed });
    clock.increment(300);
    expect(requestedGroups()).toHaveLength(2);
  });

  it('are read again with the next query when they failed', async () => {
    const { actor, clock, read, name, requestedGroups } = start();
    expect(actor.getSnapshot().matches({ closed: 'named' })).toBe(true);
    actor.send({ type: 'query.change', query: narrowed });
    clock.increment(300);
    read.answer({ error: offline });
    await expect.poll(() => actor.getSnapshot().matches({ closed: 'unnamed' })).toBe(true);
    actor.send({ type: 'query.change', query: narrowed });
    clock.increment(300);
    expect(requestedGroups()).toEqual(['campaign_id', 'campaign_id']);
    read.answer({ output: [prospecting] });
    await expect.poll(() => name('238401')).toBe('BF prospecting');
  });

  it('are read again once the network is back, after the figures', async () => {
    const { actor, clock, read, name, requestedGroups } = start(narrowed);
    clock.increment(300);
    read.answer({ error: offline });
    await expect.poll(() => actor.getSnapshot().matches({ closed: 'unnamed' })).toBe(true);
    actor.send({ type: 'network.returned' });
    expect(requestedGroups()).toEqual(['campaign_id']);
    clock.increment(300);
    expect(requestedGroups()).toEqual(['campaign_id', 'campaign_id']);
    read.answer({ output: [prospecting] });
    await expect.poll(() => name('238401')).toBe('BF prospecting');
  });

  it('are read for values that were chosen while a group was open, when it is closed', () => {
    const { actor, clock, requestedGroups } = start();
    actor.send({ type: 'group.open', group: 'device' });
    actor.send({ type: 'query.change', query: narrowed });
    actor.send({ type: 'group.close' });
    clock.increment(300);
    expect(requestedGroups()).toEqual(['device', 'campaign_id']);
  });
});

describe('the values of a group', () => {
  it('are read again once the network is back', async () => {
    const { actor, read, requestedGroups } = start();
    actor.send({ type: 'group.open', group: 'device' });
    actor.send({ type: 'network.returned' });
    expect(requestedGroups()).toEqual(['device', 'device']);
    read.answer({ error: offline });
    await expect.poll(() => actor.getSnapshot().matches({ open: 'failed' })).toBe(true);
    actor.send({ type: 'network.returned' });
    expect(requestedGroups()).toEqual(['device', 'device', 'device']);
  });
});
