import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { type Grouping, groupings } from '#contract/analytics/dimensions.ts';
import type { Table } from '#contract/analytics/report.ts';
import type { TableState } from '#contract/saved-views/table-state.ts';
import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import {
  availableGroupings,
  childGroupingOf,
  defaultView,
  tableStateOf,
  viewOf,
} from '#machines/dashboard/breakdown-model.ts';
import { columnsOf, defaultColumns } from '#machines/dashboard/table-columns.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { ReportResponse, TableQuestion } from '#model/query.ts';
import { answered, lastWeek, otherProject, question, table } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function start(opening: TableState = {}, columns?: string[], request = question) {
  const load = scriptedRequest<ReportResponse<Table>, { query: TableQuestion }>();
  const visited: TableState[] = [];
  const remembered: TableState[] = [];
  const savedColumns: string[][] = [];
  const completed: TableState[] = [];
  const actor = createActor(
    breakdownMachine.provide({
      actors: {
        recallTable: fromCallback(({ sendBack }) =>
          sendBack({ type: 'table.recalled', opening, columns }),
        ),
        rows: loaderOf<Table, TableQuestion>().provide({ actors: { load: load.logic } }),
      },
      actions: {
        pushAddress: ({ context }) => void visited.push(tableStateOf(context)),
        replaceAddress: ({ context }) => void remembered.push(tableStateOf(context)),
        completeAddress: ({ context }) => void completed.push(tableStateOf(context)),
        rememberColumns: ({ context }) => void savedColumns.push(context.columns),
      },
    }),
    { input: { question: request } },
  ).start();
  const rows = () => actor.getSnapshot().children.rows?.getSnapshot();
  return {
    actor,
    load,
    rows,
    visited,
    remembered,
    liked: savedColumns,
    completed,
    lastRequest: () => load.calls.at(-1)?.query,
  };
}

const campaign = { grouping: 'campaign_id', key: '238401', label: 'BF prospecting' } as const;
const country = { grouping: 'country', key: 'US', label: 'United States' } as const;
const open = (key: string | null, label: string, grouping: Grouping) =>
  ({ type: 'row.open', key, label, grouping }) as const;

describe('the breakdown', () => {
  it('drills down by any grouping and back to any level', () => {
    const { actor, lastRequest, visited } = start();
    expect(lastRequest()).toMatchObject({ grouping: 'campaign_id', path: [], limit: 500 });
    actor.send(open(campaign.key, campaign.label, 'country'));
    expect(lastRequest()).toMatchObject({ grouping: 'country', path: [campaign] });
    actor.send(open('US', 'United States', 'hour'));
    expect(lastRequest()).toMatchObject({ grouping: 'hour', path: [campaign, country] });
    expect(visited.at(-1)).toEqual({ grouping: 'hour', path: [campaign, country] });
    actor.send({ type: 'level.up' });
    expect(lastRequest()).toMatchObject({ grouping: 'country', path: [campaign] });
    actor.send({ type: 'grouping.choose', grouping: 'device' });
    expect(lastRequest()).toMatchObject({ grouping: 'device', path: [campaign] });
    actor.send(open(null, '(none)', 'ad_id'));
    expect(lastRequest()?.path.at(-1)).toEqual({ grouping: 'device', key: null, label: '(none)' });
    actor.send({ type: 'level.open', depth: 0 });
    expect(lastRequest()).toMatchObject({ grouping: 'campaign_id', path: [] });
    expect(actor.getSnapshot().matches({ open: 'topLevel' })).toBe(true);
    expect(actor.getSnapshot().can({ type: 'level.up' })).toBe(false);
    expect(visited.at(-1)).toEqual({});
  });

  it('shows days and hours in the order of time until another order is chosen', () => {
    const { actor, lastRequest, visited } = start({ sort: 'clicks' });
    expect(lastRequest()).toMatchObject({ sort: 'clicks', order: 'desc' });
    actor.send({ type: 'grouping.choose', grouping: 'date' });
    expect(lastRequest()).toMatchObject({ sort: 'label', order: 'asc', limit: 100_000 });
    expect(visited.at(-1)).toEqual({ grouping: 'date' });
    actor.send(open('2026-11-20', '2026-11-20', 'hour'));
    expect(lastRequest()).toMatchObject({ grouping: 'hour', sort: 'label', order: 'asc' });
    actor.send({ type: 'sort.choose', sort: 'revenue' });
    actor.send({ type: 'level.up' });
    expect(lastRequest()).toMatchObject({ grouping: 'date', sort: 'revenue', order: 'desc' });
    actor.send({ type: 'sort.choose', sort: 'label' });
    actor.send({ type: 'grouping.choose', grouping: 'device' });
    expect(lastRequest()).toMatchObject({ sort: 'revenue', order: 'desc', limit: 500 });
    expect(visited.at(-1)).toEqual({ grouping: 'device' });
  });

  it('keeps the order of days that an address asks for', () => {
    for (const opening of [
      { grouping: 'date' },
      { grouping: 'date', order: 'desc' },
      { grouping: 'date', sort: 'clicks' },
      { grouping: 'hour', sort: 'revenue', order: 'asc' },
    ] satisfies TableState[]) {
      expect(tableStateOf(viewOf(opening))).toEqual(opening);
    }
    for (const grouping of ['date', 'hour', 'weekday', 'hour_of_day'] as const) {
      expect(viewOf({ grouping })).toMatchObject({ sort: 'label', order: 'asc' });
    }
    expect(viewOf({ grouping: 'date', sort: 'clicks' })).toMatchObject({ order: 'desc' });
  });

  it('offers no grouping that is already opened', () => {
    const { actor } = start({ grouping: 'adset_id', path: [campaign] });
    expect(actor.getSnapshot().can({ type: 'grouping.choose', grouping: 'campaign_id' })).toBe(
      false,
    );
    expect(actor.getSnapshot().can(open('s1', 's1', 'campaign_id'))).toBe(false);
    expect(actor.getSnapshot().can(open('s1', 's1', 'adset_id'))).toBe(false);
    expect(actor.getSnapshot().can(open('s1', 's1', 'ad_id'))).toBe(true);
    expect(availableGroupings({ grouping: 'adset_id', path: [campaign] })).toHaveLength(
      groupings.length - 2,
    );
  });

  it('opens every row by a further grouping until none is left', () => {
    let place = { grouping: 'date' as Grouping, path: [] as (typeof defaultView)['path'] };
    const taken = [place.grouping];
    for (
      let child = childGroupingOf(place, null);
      child !== null;
      child = childGroupingOf(place, null)
    ) {
      place = {
        grouping: child,
        path: [...place.path, { grouping: place.grouping, key: null, label: '(none)' }],
      };
      taken.push(child);
    }
    expect(taken.slice(0, 4)).toEqual(['date', 'hour', 'campaign_id', 'adset_id']);
    expect(taken.toSorted()).toEqual([...groupings].toSorted());
  });

  it("opens the unattributed row by the conversions' own values, and by none of a click", () => {
    const { actor, lastRequest, visited } = start();
    const place = { grouping: 'campaign_id' as const, path: [] };
    expect(childGroupingOf(place, '')).toBe('country');
    expect(childGroupingOf(place, '238401')).toBe('adset_id');
    actor.send(open('', 'Unattributed', 'country'));
    const apart = { grouping: 'campaign_id', key: '', label: 'Unattributed' };
    expect(lastRequest()).toMatchObject({ grouping: 'country', path: [apart] });
    expect(visited.at(-1)).toEqual({ grouping: 'country', path: [apart] });
    const free = availableGroupings(actor.getSnapshot().context);
    expect(free.toSorted()).toEqual([
      'affid',
      'date',
      'device',
      'hour',
      'hour_of_day',
      'offer_id',
      'state',
      'weekday',
    ]);
    expect(childGroupingOf(actor.getSnapshot().context, 'US')).toBe('state');
    expect(childGroupingOf({ grouping: 'ad_id', path: [] }, '')).toBe('country');
  });

  it('requests the columns of its order, shown or not', () => {
    const { actor, lastRequest } = start({ sort: 'settled' }, ['clicks'], {
      ...question,
      source: 'cube',
    });
    expect(lastRequest()).toMatchObject({ source: 'rest', sort: 'settled', extras: ['evidence'] });
    actor.send({ type: 'sort.choose', sort: 'revenue_change' });
    expect(lastRequest()).toMatchObject({ source: 'cube', sort: 'revenue_change', extras: [] });
  });

  it('opens the state of the address, with one request', () => {
    const opening: TableState = {
      grouping: 'device',
      path: [country],
      sort: 'clicks',
      order: 'asc',
      pageSize: 'all',
      isEarning: false,
      isSpentOpen: false,
      isEstimating: false,
      columns: ['clicks', 'settled'],
    };
    const { actor, load, lastRequest } = start(opening, ['cost']);
    expect(load.calls).toHaveLength(1);
    expect(lastRequest()).toMatchObject({
      grouping: 'device',
      path: [country],
      sort: 'clicks',
      order: 'asc',
      limit: 100_000,
      isEarning: false,
      extras: ['evidence'],
    });
    expect(actor.getSnapshot().matches({ open: 'drilledDown' })).toBe(true);
    expect(tableStateOf(actor.getSnapshot().context)).toEqual(opening);
  });

  it('leaves out an invalid path', () => {
    expect(viewOf({ grouping: 'country', path: [country] })).toEqual({
      ...defaultView,
      grouping: 'country',
    });
    expect(viewOf({ path: [country, country] }).path).toEqual([]);
  });

  it('stays open for other days, and starts over in another project', () => {
    const { actor, lastRequest } = start();
    actor.send(open(campaign.key, campaign.label, 'adset_id'));
    actor.send({ type: 'query.change', question: lastWeek });
    expect(lastRequest()).toMatchObject({ period: lastWeek.period, path: [campaign] });
    actor.send({ type: 'query.change', question: otherProject });
    expect(lastRequest()).toMatchObject({ project: 8, grouping: 'campaign_id', path: [] });
    expect(actor.getSnapshot().value).toEqual({ open: 'topLevel' });
  });

  it('follows a step back in the browser', () => {
    const { actor, lastRequest } = start({ grouping: 'device', path: [country] });
    actor.send({ type: 'table.recalled', opening: {}, columns: undefined });
    expect(lastRequest()).toMatchObject({ grouping: 'campaign_id', path: [] });
    expect(actor.getSnapshot().value).toEqual({ open: 'topLevel' });
  });

  it('sorts figures downwards first, names upwards, and reverses the order on the second choice', () => {
    const { actor, lastRequest } = start();
    actor.send({ type: 'sort.choose', sort: 'clicks' });
    expect(lastRequest()).toMatchObject({ sort: 'clicks', order: 'desc' });
    actor.send({ type: 'sort.choose', sort: 'clicks' });
    expect(lastRequest()).toMatchObject({ sort: 'clicks', order: 'asc' });
    actor.send({ type: 'sort.choose', sort: 'label' });
    expect(lastRequest()).toMatchObject({ sort: 'label', order: 'asc' });
  });

  it('keeps its rows while another order loads, but not while another level loads', async () => {
    const { actor, load, rows } = start();
    load.answer({ output: answered(table) });
    await expect.poll(() => rows()?.hasTag('showing')).toBe(true);
    actor.send({ type: 'sort.choose', sort: 'clicks' });
    expect(rows()?.matches({ ready: 'refreshing' })).toBe(true);
    expect(rows()?.context.answer?.data).toEqual(table);
    actor.send(open(campaign.key, campaign.label, 'adset_id'));
    expect(rows()?.context.answer).toBeNull();
  });

  it('requests evidence, models and the other clock only for columns that show them', () => {
    const {
      actor,
      lastRequest,
      liked: savedColumns,
    } = start({}, undefined, { ...question, source: 'cube' });
    expect(lastRequest()).toMatchObject({ source: 'cube', extras: [] });
    actor.send({ type: 'columns.choose', columns: ['clicks', 'wins', 'click_revenue', 'settled'] });
    expect(lastRequest()).toMatchObject({
      source: 'rest',
      extras: ['clocks', 'evidence', 'robustness'],
    });
    expect(savedColumns).toEqual([['clicks', 'wins', 'click_revenue', 'settled']]);
  });

  it('uses the dashboard call where the analytics endpoint has no keys or names', () => {
    const { actor, lastRequest } = start({}, undefined, { ...question, source: 'cube' });
    actor.send({ type: 'grouping.choose', grouping: 'date' });
    expect(lastRequest()?.source).toBe('rest');
    actor.send(open('2026-11-20', '2026-11-20', 'channel'));
    expect(lastRequest()?.source).toBe('rest');
    actor.send({ type: 'level.up' });
    actor.send({ type: 'grouping.choose', grouping: 'channel' });
    expect(lastRequest()?.source).toBe('rest');
    actor.send({ type: 'estimate.set', on: false });
    expect(lastRequest()?.source).toBe('cube');
    actor.send({ type: 'grouping.choose', grouping: 'campaign_id' });
    expect(lastRequest()?.source).toBe('cube');
  });

  it("requests the labels of the address's rows from the dashboard call", () => {
    const { actor, lastRequest } = start({}, undefined, { ...question, source: 'cube' });
    const recall = (label: string) =>
      actor.send({
        type: 'table.recalled',
        opening: {
          grouping: 'device',
          path: [{ grouping: 'campaign_id', key: 'c1', label }],
          isEstimating: false,
        },
        columns: undefined,
      });
    recall('c1');
    expect(lastRequest()?.source).toBe('rest');
    recall('Spring');
    expect(lastRequest()?.source).toBe('cube');
  });

  it('starts with ten rows a page; a page or its size requests nothing new until all are wanted', () => {
    const { actor, load, lastRequest } = start();
    expect(actor.getSnapshot().context).toMatchObject({ pageSize: 10, page: 1 });
    actor.send({ type: 'page.choose', page: 2 });
    actor.send({ type: 'pageSize.choose', pageSize: 25 });
    expect(actor.getSnapshot().context).toMatchObject({ pageSize: 25, page: 1 });
    expect(load.calls).toHaveLength(1);
    actor.send({ type: 'pageSize.choose', pageSize: 'all' });
    expect(lastRequest()?.limit).toBe(100_000);
  });

  it('searches a name among all rows, from the first page on', () => {
    const { actor, lastRequest } = start();
    actor.send({ type: 'page.choose', page: 3 });
    actor.send({ type: 'find.change', text: 'look' });
    expect(actor.getSnapshot().context).toMatchObject({ find: 'look', page: 1 });
    expect(lastRequest()?.limit).toBe(100_000);
  });

  it('shows rows without revenue when the rule is removed', () => {
    const { actor, lastRequest, remembered } = start();
    expect(lastRequest()?.isEarning).toBe(true);
    actor.send({ type: 'earning.set', on: false });
    expect(lastRequest()?.isEarning).toBe(false);
    expect(remembered.at(-1)).toEqual({ isEarning: false });
  });

  it('estimates costs where rows, filters or opened rows name what costs do not', () => {
    const { actor, lastRequest, remembered } = start();
    expect(lastRequest()).toMatchObject({ isEstimated: false });
    actor.send({ type: 'grouping.choose', grouping: 'device' });
    expect(lastRequest()).toMatchObject({ isEstimated: true, source: 'rest' });
    actor.send({ type: 'estimate.set', on: false });
    expect(lastRequest()).toMatchObject({ isEstimated: false });
    expect(remembered.at(-1)).toMatchObject({ isEstimating: false });
    actor.send({ type: 'estimate.set', on: true });
    actor.send(open('mobile', 'mobile', 'campaign_id'));
    expect(lastRequest()).toMatchObject({ grouping: 'campaign_id', isEstimated: true });
    actor.send({ type: 'level.open', depth: 0 });
    actor.send({ type: 'grouping.choose', grouping: 'affid' });
    expect(lastRequest()).toMatchObject({ isEstimated: false });
    const filtered = { ...actor.getSnapshot().context.question, countries: ['DE'] };
    actor.send({ type: 'query.change', question: filtered });
    expect(lastRequest()).toMatchObject({ isEstimated: true });
  });

  it('shows rows that spent without revenue at once by ad set and ad, elsewhere when opened', () => {
    const { actor, lastRequest, remembered, visited } = start();
    expect(lastRequest()?.spent).toBe('sums');
    actor.send({ type: 'spentPage.choose', page: 2 });
    actor.send({ type: 'spent.set', on: true });
    expect(lastRequest()?.spent).toBe('rows');
    expect(actor.getSnapshot().context.spentPage).toBe(1);
    expect(remembered.at(-1)).toEqual({ isSpentOpen: true });
    actor.send(open(campaign.key, campaign.label, 'adset_id'));
    expect(lastRequest()?.spent).toBe('rows');
    expect(visited.at(-1)).toEqual({ grouping: 'adset_id', path: [campaign] });
    actor.send({ type: 'spent.set', on: false });
    expect(lastRequest()?.spent).toBe('sums');
    expect(remembered.at(-1)).toMatchObject({ isSpentOpen: false });
    actor.send({ type: 'grouping.choose', grouping: 'ad_id' });
    expect(lastRequest()?.spent).toBe('rows');
    actor.send({ type: 'level.up' });
    expect(lastRequest()?.spent).toBe('sums');
    actor.send({ type: 'find.change', text: 'look' });
    expect(lastRequest()?.spent).toBe('rows');
  });

  it('requests the campaigns and ad sets of flat lists, from the dashboard call', () => {
    const { actor, lastRequest } = start({}, undefined, { ...question, source: 'cube' });
    actor.send({ type: 'grouping.choose', grouping: 'ad_id' });
    expect(lastRequest()).toMatchObject({ source: 'rest', extras: ['parents'] });
    actor.send({ type: 'grouping.choose', grouping: 'campaign_id' });
    actor.send(open(campaign.key, campaign.label, 'adset_id'));
    expect(lastRequest()).toMatchObject({ source: 'cube', extras: [] });
    actor.send({ type: 'grouping.choose', grouping: 'ad_id' });
    expect(lastRequest()).toMatchObject({ source: 'rest', extras: ['parents'] });
  });

  it('shows the columns of a link, and adds its own to the address', () => {
    const { actor, liked, completed } = start({ columns: ['roas', 'gone'] }, ['cost']);
    expect(actor.getSnapshot().context.columns).toEqual(['roas']);
    expect(completed).toEqual([{ columns: ['roas'] }]);
    expect(liked).toEqual([]);
    actor.send({ type: 'table.recalled', opening: {}, columns: ['cost'] });
    expect(completed.at(-1)).toEqual({ columns: ['cost'] });
    actor.send({ type: 'columns.choose', columns: defaultColumns });
    expect(liked).toEqual([defaultColumns]);
    expect(tableStateOf(actor.getSnapshot().context)).toEqual({});
  });

  it('uses the stored columns that still exist, else the default ones', () => {
    expect(columnsOf(['roas', 'gone', 'roas', 'clicks'])).toEqual(['roas', 'clicks']);
    expect(columnsOf(['gone'])).toEqual(defaultColumns);
    expect(columnsOf(undefined)).toEqual(defaultColumns);
  });
});
