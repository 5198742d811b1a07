import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { selectionMachine } from '#machines/selection/selection.ts';
import { factsOf, shownUntil, viewStateOf } from '#machines/selection/selection-model.ts';
import type { StoredFacts } from '#model/local-storage.ts';
import type { Query } from '#model/query.ts';
import { now } from '../../support/plans/selection/selection.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { member, query } from '../../support/samples.ts';

const { token: _, projects: _p, affiliates: _a, timezone: _t, ...details } = member;
const user = { ...details, currentProject: null, currentAffiliate: null, chosenAffiliates: [] };

function start(facts: StoredFacts = {}, who: Session = member, opening: ViewState = {}) {
  const { parent, told } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const remembered: StoredFacts[] = [];
  const written: [string, ViewState][] = [];
  let offered = 0;
  const actor = createActor(
    selectionMachine.provide({
      actors: {
        clock: fromCallback(({ sendBack }) => sendBack({ type: 'clock.tick', now })),
        address: fromCallback(() => {}),
      },
      actions: {
        remember: ({ context }) => void remembered.push(factsOf(context)),
        addToAddress: ({ context }) => void written.push(['add', viewStateOf(context)]),
        correctAddress: ({ context }) => void written.push(['correct', viewStateOf(context)]),
        showUndo: () => {
          offered += 1;
        },
      },
    }),
    { input: { member: who, facts, opening, parent } },
  ).start();
  return {
    actor,
    lastRequest: () => told().at(-1)?.query,
    remembered: () => remembered.at(-1),
    written,
    offered: () => offered,
  };
}

describe('a selection', () => {
  it('opens with today, the whole project of the first affiliate, and the default counting', () => {
    const { actor, lastRequest } = start();
    expect(lastRequest()).toEqual(query);
    expect(actor.getSnapshot().context.affiliate).toBe(3);
    expect(actor.getSnapshot().matches({ choosing: 'all' })).toBe(true);
  });

  it('labels zones by their offset in the days it shows', () => {
    const until = (range?: ViewState['range']) =>
      new Date(shownUntil(start({}, member, { range }).actor.getSnapshot().context)).toISOString();
    expect(until()).toBe(new Date(now).toISOString());
    expect(until({ start: '2026-07-01', end: '2026-07-31' })).toBe('2026-08-01T03:59:59.999Z');
  });

  it('prefers stored values over the first affiliate and the account', () => {
    const { lastRequest } = start({
      user: { ...user, currentProject: 8, currentAffiliate: 5 },
      timezone: null,
      browserConversions: true,
      uniqueConversions: false,
      filters: { utm_source: ['facebook'] },
      chosenOfferIds: ['101'],
      chosenCountries: ['US'],
    });
    expect(lastRequest()).toMatchObject({
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

  it('falls back to the first affiliate when the stored project is no longer theirs', () => {
    const { lastRequest } = start({
      user: { ...user, currentProject: 99, currentAffiliate: 98 },
    });
    expect(lastRequest()?.project).toBe(7);
  });

  it('reads each project in its own zone unless a person has one or chooses one', () => {
    const berlin = member.projects.map((one) => ({ ...one, timezone: 'Europe/Berlin' }));
    const unset = { ...member, timezone: null, projects: berlin };
    expect(start({}, unset).lastRequest()?.timezone).toBe('Europe/Berlin');
    expect(start({}, { ...unset, timezone: 'Asia/Tokyo' }).lastRequest()?.timezone).toBe(
      'Asia/Tokyo',
    );
    const { actor, lastRequest } = start({}, { ...unset, timezone: 'Asia/Tokyo' });
    actor.send({ type: 'timezone.choose', timezone: 'Default' });
    expect(lastRequest()?.timezone).toBe('Europe/Berlin');
    expect(viewStateOf(actor.getSnapshot().context).timezone).toBeNull();
  });

  it('begins the day in the zone of the project', () => {
    const tokyo = member.projects.map((one) => ({ ...one, timezone: 'Asia/Tokyo' }));
    const { lastRequest } = start({}, { ...member, timezone: null, projects: tokyo });
    expect(lastRequest()?.period).toEqual({ start: '2026-11-21', end: '2026-11-21' });
  });

  it('accepts a project without affiliates', () => {
    const { lastRequest } = start({}, { ...member, affiliates: [] });
    expect(lastRequest()).toMatchObject({ project: 7, affiliates: [] });
  });

  it('has no query without a project', () => {
    const { actor, lastRequest } = start({}, { ...member, projects: [], affiliates: [] });
    expect(actor.getSnapshot().matches('noProject')).toBe(true);
    expect(lastRequest()).toBeNull();
  });

  it('names affiliates only when some but not all are chosen', () => {
    const { actor, lastRequest } = start();
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    expect(lastRequest()?.affiliates).toEqual([{ id: 4, affid: '1002' }]);
    expect(actor.getSnapshot().matches({ choosing: 'some' })).toBe(true);

    actor.send({ type: 'affiliates.choose', affiliates: [3, 4] });
    expect(lastRequest()?.affiliates).toEqual([]);
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    actor.send({ type: 'affiliates.choose', affiliates: [] });
    expect(lastRequest()?.affiliates).toEqual([]);
    expect(actor.getSnapshot().matches({ choosing: 'all' })).toBe(true);
  });

  it('empties the affiliates with a change of project', () => {
    const { actor, lastRequest, remembered } = start();
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    actor.send({ type: 'project.choose', project: 8 });
    expect(lastRequest()).toMatchObject({ project: 8, affiliates: [] });
    expect(remembered()).toMatchObject({
      user: { currentProject: 8, currentAffiliate: null, chosenAffiliates: [] },
    });
  });

  it('resolves aliases of time zones, and Default means that of the project', () => {
    const { actor, lastRequest, remembered } = start();
    actor.send({ type: 'timezone.choose', timezone: 'US/Central' });
    expect(lastRequest()?.timezone).toBe('America/Chicago');
    actor.send({ type: 'timezone.choose', timezone: 'Default' });
    expect(lastRequest()?.timezone).toBe('America/New_York');
    expect(remembered()?.timezone).toBeNull();
  });

  it('lets today move with the clock, in the chosen zone', () => {
    const { actor, lastRequest } = start();
    actor.send({ type: 'clock.tick', now: Date.parse('2026-11-21T04:59:00Z') });
    expect(lastRequest()?.period).toEqual({ start: '2026-11-20', end: '2026-11-20' });
    actor.send({ type: 'clock.tick', now: Date.parse('2026-11-21T05:00:00Z') });
    expect(lastRequest()?.period).toEqual({ start: '2026-11-21', end: '2026-11-21' });
    actor.send({ type: 'timezone.choose', timezone: 'America/Los_Angeles' });
    expect(lastRequest()?.period).toEqual({ start: '2026-11-20', end: '2026-11-20' });
  });

  it('resets to today without filters on a change of page, and keeps the rest', () => {
    const { actor, lastRequest } = start({
      filters: { utm_source: ['facebook'] },
      chosenOfferIds: ['101'],
    });
    actor.send({ type: 'range.choose', range: { start: '2026-11-01', end: '2026-11-03' } });
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    actor.send({ type: 'page.changed' });
    expect(lastRequest()).toMatchObject({
      period: { start: '2026-11-20', end: '2026-11-20' },
      filters: {},
      offerIds: ['101'],
      affiliates: [{ id: 4, affid: '1002' }],
    });
  });

  it('clears all filters at once', () => {
    const { actor, lastRequest } = start({
      filters: { utm_source: ['facebook'] },
      chosenOfferIds: ['101'],
      chosenCountries: ['US'],
      user: { ...user, chosenAffiliates: [3] },
    });
    expect(lastRequest()).toMatchObject({ affiliates: [{ id: 3, affid: '1001' }] });
    actor.send({ type: 'filters.clear' });
    expect(lastRequest()).toEqual(query);
    expect(actor.getSnapshot().matches({ choosing: 'all' })).toBe(true);
  });

  it('restores the cleared filters, once, and not on another page', () => {
    const { actor, lastRequest, offered } = start({ filters: { utm_source: ['facebook'] } });
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    actor.send({ type: 'filters.clear' });
    expect(lastRequest()).toEqual(query);
    expect(offered()).toBe(1);
    actor.send({ type: 'filters.restore' });
    expect(lastRequest()).toMatchObject({
      affiliates: [{ id: 4, affid: '1002' }],
      filters: { utm_source: ['facebook'] },
    });
    expect(actor.getSnapshot().matches({ choosing: 'some' })).toBe(true);
    actor.send({ type: 'affiliates.choose', affiliates: [] });
    actor.send({ type: 'filters.restore' });
    expect(lastRequest()?.affiliates).toEqual([]);

    actor.send({ type: 'filters.clear' });
    actor.send({ type: 'page.changed' });
    expect(actor.getSnapshot().can({ type: 'filters.restore' })).toBe(false);
  });

  it('includes or excludes a value, with the last given sign', () => {
    const { actor, lastRequest, remembered } = start();
    const choose = (values: string[]) =>
      actor.send({ type: 'filter.choose', group: 'utm_source', values });
    choose(['facebook', ' google ', '-facebook', '', '-']);
    expect(lastRequest()?.filters).toEqual({ utm_source: ['-facebook', 'google'] });
    choose([]);
    expect(lastRequest()?.filters).toEqual({});
    actor.send({ type: 'filter.choose', group: 'country', values: ['US'] });
    actor.send({ type: 'filter.choose', group: 'offer_id', values: ['-101'] });
    expect(lastRequest()).toMatchObject({ countries: ['US'], offerIds: ['-101'], filters: {} });
    expect(remembered()).toMatchObject({ chosenCountries: ['US'], chosenOfferIds: ['-101'] });
  });

  it('clears the offers of a project with the project', () => {
    const { actor, lastRequest } = start({
      chosenOfferIds: ['101'],
      chosenCountries: ['US'],
    });
    actor.send({ type: 'project.choose', project: 8 });
    expect(lastRequest()).toMatchObject({ offerIds: [], countries: ['US'] });
  });

  it('keeps on a change of page the countries, offers, counting and comparison, which are no filters', () => {
    const { actor, lastRequest } = start({
      chosenOfferIds: ['101'],
      chosenCountries: ['US'],
    });
    actor.send({ type: 'filter.choose', group: 'campaign_id', values: ['238401'] });
    actor.send({ type: 'model.choose', model: 'linear' });
    actor.send({ type: 'lookback.choose', days: 7 });
    actor.send({ type: 'clock.choose', clock: 'click' });
    actor.send({ type: 'browserConversions.set', on: true });
    actor.send({ type: 'comparison.choose', comparison: 'last_year' });
    actor.send({ type: 'page.changed' });
    expect(lastRequest()).toMatchObject({
      filters: {},
      offerIds: ['101'],
      countries: ['US'],
      model: 'linear',
      lookbackDays: 7,
      clock: 'click',
      browserConversions: true,
      comparison: 'last_year',
    });
  });

  it('compares with custom days until another comparison is chosen or the page changes', () => {
    const { actor, lastRequest } = start();
    const period = { start: '2026-11-02', end: '2026-11-04' };
    actor.send({ type: 'comparedPeriod.choose', period });
    expect(lastRequest()).toMatchObject({ comparison: 'custom', comparedPeriod: period });
    actor.send({ type: 'comparison.choose', comparison: 'previous' });
    expect(lastRequest()).toMatchObject({ comparison: 'previous', comparedPeriod: null });
    actor.send({ type: 'comparedPeriod.choose', period });
    actor.send({ type: 'page.changed' });
    expect(lastRequest()).toMatchObject({ comparison: 'same_elapsed', comparedPeriod: null });
  });

  it('switches between the same part of the previous period and all of it', () => {
    const { actor, lastRequest } = start();
    const switched = () => {
      actor.send({ type: 'comparison.switch' });
      return lastRequest()?.comparison;
    };
    expect([switched(), switched()]).toEqual(['previous', 'same_elapsed']);
    actor.send({ type: 'comparison.choose', comparison: 'none' });
    expect(switched()).toBe('same_elapsed');
  });

  it('counts days from the as-of instant', () => {
    const opening: ViewState = { project: 7, asOf: '2026-03-02T02:00:00Z', range: 'yesterday' };
    const { actor, lastRequest } = start({}, member, opening);
    expect(lastRequest()).toMatchObject({
      asOf: '2026-03-02T02:00:00Z',
      period: { start: '2026-02-28', end: '2026-02-28' },
    });
    actor.send({ type: 'asOf.clear' });
    expect(lastRequest()?.period).toEqual({ start: '2026-11-19', end: '2026-11-19' });
  });

  it('shows a whole view to everyone alike, whatever their browser stores', () => {
    const facts: StoredFacts = {
      timezone: 'Asia/Tokyo',
      browserConversions: true,
      filters: { utm_source: ['facebook'] },
      chosenCountries: ['US'],
      chosenOfferIds: ['101'],
    };
    const opening: ViewState = { project: 7, timezone: 'UTC', model: 'position' };
    expect(start(facts, member, opening).lastRequest()).toEqual({
      ...query,
      timezone: 'UTC',
      model: 'position',
    });
    expect(start(facts, member, { range: 'yesterday' }).lastRequest()).toMatchObject({
      timezone: 'Asia/Tokyo',
      filters: { utm_source: ['facebook'] },
    });
  });

  it('opens again with every written state', () => {
    const { actor, lastRequest, written } = start();
    const views: [ViewState, Query | null | undefined][] = [];
    const keep = () => views.push([written.at(-1)?.[1] ?? {}, lastRequest()]);
    keep();
    actor.send({ type: 'affiliates.choose', affiliates: [4] });
    actor.send({ type: 'filter.choose', group: 'device', values: ['-mobile'] });
    keep();
    actor.send({ type: 'timezone.choose', timezone: 'Default' });
    actor.send({ type: 'range.choose', range: { start: '2026-11-01', end: '2026-11-03' } });
    actor.send({
      type: 'comparedPeriod.choose',
      period: { start: '2026-10-01', end: '2026-10-03' },
    });
    keep();
    actor.send({ type: 'project.choose', project: 8 });
    actor.send({ type: 'clock.choose', clock: 'click' });
    actor.send({ type: 'uniqueConversions.set', on: false });
    keep();
    for (const [opening, query] of views.reverse()) {
      actor.send({ type: 'view.open', opening });
      expect(lastRequest()).toEqual(query);
    }
  });

  it('makes a history entry of every choice, and replaces the present one for other changes', () => {
    const { actor, written } = start();
    actor.send({ type: 'range.choose', range: 'yesterday' });
    actor.send({ type: 'view.open', opening: { project: 8, timezone: 'UTC' } });
    actor.send({ type: 'clock.tick', now: now + 900_000 });
    actor.send({ type: 'page.changed' });
    expect(written.map(([how]) => how)).toEqual(['correct', 'add', 'correct', 'correct']);
  });

  it('stores whether the filters are beside the figures, without a request', () => {
    const { actor, remembered, written } = start();
    expect(actor.getSnapshot().context.sidebarRight).toBe(false);
    actor.send({ type: 'sidebarRight.set', on: true });
    expect(remembered()?.sidebarRight).toBe(true);
    expect(written).toHaveLength(1);
    expect(start(remembered()).actor.getSnapshot().context.sidebarRight).toBe(true);
  });
});
