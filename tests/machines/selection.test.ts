import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Query } from '#contract/query.ts';
import type { Remembered } from '#contract/remembered.ts';
import type { Session } from '#contract/session.ts';
import { selectionMachine } from '#machines/selection.ts';
import { factsOf } from '#machines/selection-rules.ts';
import { now } from '../support/plans/selection.ts';
import { recorder } from '../support/recorder.ts';
import { member, query } from '../support/samples.ts';

function start(facts: Remembered = {}, who: Session = member) {
  const { parent, told } = recorder<{ type: 'selection.changed'; query: Query | null }>();
  const remembered: Remembered[] = [];
  const actor = createActor(
    selectionMachine.provide({
      actors: {
        clock: fromCallback(({ sendBack }) => sendBack({ type: 'clock.tick', now })),
      },
      actions: { remember: ({ context }) => void remembered.push(factsOf(context)) },
    }),
    { input: { member: who, facts, parent } },
  ).start();
  return { actor, asked: () => told().at(-1)?.query, remembered: () => remembered.at(-1) };
}

describe('a selection', () => {
  it('opens with today, the whole project of the first affiliate, and how to count by default', () => {
    const { actor, asked } = start();
    expect(asked()).toEqual(query);
    expect(actor.getSnapshot().context.affiliate).toBe(3);
    expect(actor.getSnapshot().matches({ choosing: 'all' })).toBe(true);
  });

  it('lets what was remembered win over the first affiliate and the account', () => {
    const { token: _, projects: _p, affiliates: _a, timezone: _t, ...user } = member;
    const { asked } = start({
      user: { ...user, currentProject: 8, currentAffiliate: 5 },
      timezone: null,
      browserConversions: true,
      uniqueConversions: false,
      filters: { utm_source: ['facebook'] },
      chosenOfferIds: ['101'],
      chosenCountries: ['US'],
    });
    expect(asked()).toMatchObject({
      project: 8,
      currency: 'EUR',
      timezone: 'UTC',
      browserConversions: true,
      uniqueConversions: false,
      filters: { utm_source: ['facebook'] },
      offerIds: ['101'],
      countries: ['US'],
    });
  });

  it('gives way to the first affiliate when the remembered project is no longer theirs', () => {
    const { token: _, projects: _p, affiliates: _a, timezone: _t, ...user } = member;
    const { asked } = start({ user: { ...user, currentProject: 99, currentAffiliate: 98 } });
    expect(asked()?.project).toBe(7);
  });

  it('takes a project without affiliates as it is', () => {
    const { asked } = start({}, { ...member, affiliates: [] });
    expect(asked()).toMatchObject({ project: 7, affiliates: [] });
  });

  it('has nothing to ask about without a project', () => {
    const { actor, asked } = start({}, { ...member, projects: [], affiliates: [] });
    expect(actor.getSnapshot().matches('nothing')).toBe(true);
    expect(asked()).toBeNull();
  });

  it('names affiliates only when some but not all are chosen', () => {
    const { actor, asked } = start();
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    expect(asked()?.affiliates).toEqual([{ id: 4, affid: '1002' }]);
    expect(actor.getSnapshot().matches({ choosing: 'some' })).toBe(true);

    actor.send({ type: 'affiliates.choose', affiliates: [3, 4] });
    expect(asked()?.affiliates).toEqual([]);
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    actor.send({ type: 'affiliates.choose', affiliates: [] });
    expect(asked()?.affiliates).toEqual([]);
    expect(actor.getSnapshot().matches({ choosing: 'all' })).toBe(true);
  });

  it('empties the affiliates with a change of project', () => {
    const { actor, asked, remembered } = start();
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    actor.send({ type: 'project.choose', project: 8 });
    expect(asked()).toMatchObject({ project: 8, affiliates: [] });
    expect(remembered()).toMatchObject({
      chosenAffiliates: [],
      user: { currentProject: 8, currentAffiliate: null },
    });
  });

  it('resolves aliases of time zones, and Default means none', () => {
    const { actor, asked, remembered } = start();
    actor.send({ type: 'timezone.choose', timezone: 'US/Central' });
    expect(asked()?.timezone).toBe('America/Chicago');
    actor.send({ type: 'timezone.choose', timezone: 'Default' });
    expect(asked()?.timezone).toBe('UTC');
    expect(remembered()?.timezone).toBeNull();
  });

  it('lets today move with the clock, in the chosen zone', () => {
    const { actor, asked } = start();
    actor.send({ type: 'clock.tick', now: Date.parse('2026-11-21T04:59:00Z') });
    expect(asked()?.period).toEqual({ start: '2026-11-20', end: '2026-11-20' });
    actor.send({ type: 'clock.tick', now: Date.parse('2026-11-21T05:00:00Z') });
    expect(asked()?.period).toEqual({ start: '2026-11-21', end: '2026-11-21' });
    actor.send({ type: 'timezone.choose', timezone: 'America/Los_Angeles' });
    expect(asked()?.period).toEqual({ start: '2026-11-20', end: '2026-11-20' });
  });

  it('goes back to today without filters on a change of page, and keeps the rest', () => {
    const { actor, asked } = start({
      filters: { utm_source: ['facebook'] },
      chosenOfferIds: ['101'],
    });
    actor.send({ type: 'range.choose', range: { start: '2026-11-01', end: '2026-11-03' } });
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    actor.send({ type: 'page.changed' });
    expect(asked()).toMatchObject({
      period: { start: '2026-11-20', end: '2026-11-20' },
      filters: {},
      offerIds: ['101'],
      affiliates: [{ id: 4, affid: '1002' }],
    });
  });

  it('clears everything that narrows at once', () => {
    const { actor, asked } = start({
      filters: { utm_source: ['facebook'] },
      chosenOfferIds: ['101'],
      chosenCountries: ['US'],
      chosenAffiliates: [3],
    });
    expect(asked()).toMatchObject({ affiliates: [{ id: 3, affid: '1001' }] });
    actor.send({ type: 'filters.clear' });
    expect(asked()).toEqual(query);
    expect(actor.getSnapshot().matches({ choosing: 'all' })).toBe(true);
  });
});
