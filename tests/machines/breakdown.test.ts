import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Answer, TableQuestion } from '#contract/query.ts';
import type { Table } from '#contract/report.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { loaderOf } from '#machines/loader.ts';
import { lastWeek, otherProject, question } from '../support/samples.ts';
import { scripted } from '../support/scripted.ts';

function start() {
  const load = scripted<Answer<Table>, { query: TableQuestion }>();
  const actor = createActor(
    breakdownMachine.provide({
      actors: {
        rows: loaderOf<Table, TableQuestion>().provide({ actors: { load: load.logic } }),
      },
    }),
    { input: { question } },
  ).start();
  return { actor, asked: () => load.calls.at(-1)?.query, calls: load.calls };
}

const campaign = { grouping: 'campaign_id', key: '238401', label: 'BF prospecting' };
const adSet = { grouping: 'adset_id', key: '238510', label: 'Lookalike 1 %' };

describe('the breakdown', () => {
  it('goes down from campaign to ad and back up', () => {
    const { actor, asked } = start();
    expect(asked()).toMatchObject({ grouping: 'campaign_id', path: [], limit: 500 });
    actor.send({ type: 'row.open', key: campaign.key, label: campaign.label });
    expect(asked()).toMatchObject({ grouping: 'adset_id', path: [campaign] });
    actor.send({ type: 'row.open', key: adSet.key, label: adSet.label });
    expect(asked()).toMatchObject({ grouping: 'ad_id', path: [campaign, adSet] });
    actor.send({ type: 'row.open', key: 'ad', label: 'ad' });
    expect(actor.getSnapshot().value).toBe('ads');
    actor.send({ type: 'adSets.open' });
    expect(asked()).toMatchObject({ grouping: 'adset_id', path: [campaign] });
    actor.send({ type: 'campaigns.open' });
    expect(asked()).toMatchObject({ grouping: 'campaign_id', path: [] });
  });

  it('stays where it is in other days, and starts over in another project', () => {
    const { actor, asked } = start();
    actor.send({ type: 'row.open', key: campaign.key, label: campaign.label });
    actor.send({ type: 'query.change', question: lastWeek });
    expect(asked()).toMatchObject({ period: lastWeek.period, path: [campaign] });
    actor.send({ type: 'query.change', question: otherProject });
    expect(asked()).toMatchObject({ project: 8, grouping: 'campaign_id', path: [] });
    expect(actor.getSnapshot().value).toBe('campaigns');
  });

  it('sorts downwards first and turns the order on the second choice', () => {
    const { actor, asked } = start();
    actor.send({ type: 'sort.choose', sort: 'clicks' });
    expect(asked()).toMatchObject({ sort: 'clicks', order: 'desc' });
    actor.send({ type: 'sort.choose', sort: 'clicks' });
    expect(asked()).toMatchObject({ sort: 'clicks', order: 'asc' });
    actor.send({ type: 'sort.choose', sort: 'cost' });
    expect(asked()).toMatchObject({ sort: 'cost', order: 'desc' });
  });

  it('begins with ten rows a page; a page or its size asks for nothing new until all are wanted', () => {
    const { actor, asked, calls } = start();
    expect(actor.getSnapshot().context).toMatchObject({ pageSize: 10, page: 1 });
    actor.send({ type: 'page.choose', page: 2 });
    actor.send({ type: 'pageSize.choose', pageSize: 25 });
    expect(actor.getSnapshot().context).toMatchObject({ pageSize: 25, page: 1 });
    expect(calls).toHaveLength(1);
    actor.send({ type: 'pageSize.choose', pageSize: 'all' });
    expect(asked()?.limit).toBe(100_000);
  });
});
