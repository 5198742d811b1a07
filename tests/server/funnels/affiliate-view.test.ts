import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunnelReport } from '#contract/funnels/report.ts';
import { storeHealth } from '#server/funnels/health/step-health-rows.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { createMember } from '../projects/users.ts';
import { type Funnels, startFunnels } from './fixture.ts';
import { insertFunnelData } from './random-funnels.ts';

const stores = sharedStores();
const begin = Date.parse('2026-11-10T12:00:00.000Z');
const days = 'start=2026-11-10&end=2026-11-10&timezone=UTC';
/** In every text of the other affiliate; it must not reach a member of this one. */
const foreign = 'zzforeign';

let funnels: Funnels;
beforeAll(async () => {
  funnels = await startFunnels(stores());
});
afterAll(() => funnels.stop());

/** Two people of the own affiliate, one of whom buys, and five of another affiliate who all buy. */
async function company() {
  const own = await funnels.company();
  const { pool, clock } = funnels;
  const { rows } = await pool.query<{ id: number }>(
    `insert into affiliates (aff_id, project_id, name)
     values ('1002', $1, 'Partner'), ('9009', $1, $2) returning id`,
    [own.id, foreign],
  );
  const [partner, other] = rows.map(({ id }) => id);
  const people = [0, 1, 2, 3, 4, 5, 6].map((index) => {
    const isOwn = index < 2;
    const word = isOwn ? 'own' : foreign;
    return { index, isOwn, word, affid: isOwn ? '1002' : '9009', visitor: `${word}-${index}` };
  });
  const event = (one: (typeof people)[number], name: string, after: number) => ({
    uid: `${own.id}-${name}-${one.index}`,
    ...{ name, time: begin + after * 60_000, side: 'browser' as const, eventId: '', orderId: '' },
    ...{ visitor: one.visitor, click: `click-${one.visitor}`, affid: one.affid, country: 'US' },
    ...{ campaign: `campaign-${one.word}`, value: '50', custom: { [one.word]: one.word } },
    ...{ url: `https://shop.test/${one.word}?${one.word}=1`, leftOut: null },
  });
  const buyers = people.filter(({ index }) => index !== 1);
  await insertFunnelData(stores().warehouse.writer, own.id, {
    events: [
      ...people.map((one) => event(one, 'page_view', 0)),
      ...buyers.map((one) => event(one, 'purchase', 9)),
      ...people.filter(({ isOwn }) => !isOwn).map((one) => event(one, foreign, 1)),
    ],
    conversions: [],
  });
  await stores().warehouse.writer.insert({
    table: 'labels',
    format: 'JSONEachRow',
    clickhouse_settings: { date_time_input_format: 'best_effort' },
    values: people.flatMap(({ word, affid }) =>
      ['', affid].map((seenBy) => ({
        ...{ project_id: own.id, kind: 'campaign', id: `campaign-${word}`, affid: seenBy },
        ...{ name: `Name ${word}`, seen_at: new Date(begin).toISOString() },
      })),
    ),
  });
  const funnel = await own.published();
  await storeHealth(pool, funnel.id, [
    {
      ...{ slug: 'landing', state: 'low', since: new Date(begin), seen: 777_001 },
      ...{ expected: 777_002, checkedAt: clock.now(), quietTimes: 2 },
    },
  ]);
  const as = await createMember(pool, own.id, 'affiliate', [partner ?? 0]);
  const get = (below: string) => own.send('GET', `${funnel.slug}/${below}`, { as });
  return { ...own, as, get, other: other ?? 0, slug: funnel.slug };
}

describe('a member of an affiliate', () => {
  const calls = [
    ...['report', 'trend', 'time-to-convert', 'opportunities', 'figures', 'actors'],
    ...['dropped', 'converted'].map((one) => `actors?outcome=${one}`),
    ...['actors?format=csv', 'report?compare=previous'],
    ...['affid', 'campaign_id'].map((one) => `report?breakdown=${one}`),
    `actors?breakdown=affid&breakdown_value=9009`,
    `actors?breakdown=campaign_id&breakdown_value=campaign-zzforei`,
  ];
  it('reads nothing of another affiliate in any answer', async () => {
    const { get, send, slug } = await company();
    for (const call of calls) {
      const [below, query = ''] = call.split('?');
      const answer = await get(`${below}/?${days}&${query}`);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.body).not.toMatch(/zzforeign|9009|777001|777002/);
    }
    const whole = await send('GET', `${slug}/report/?${days}&breakdown=campaign_id`);
    expect(whole.body).toContain(`Name ${foreign}`);
    expect(whole.body).toContain('777001');
  });

  it('counts own people only', async () => {
    const { get } = await company();
    const { totals, breakdown, steps } = (
      await get(`report/?${days}&breakdown=affid`)
    ).json() as FunnelReport;
    expect(totals).toMatchObject({ entered: 2, cost: null });
    expect(breakdown?.map(({ key, label, totals: { entered } }) => [key, label, entered])).toEqual([
      ['1002', 'Partner', 2],
    ]);
    expect(steps[0]?.health).toMatchObject({ state: 'low', since: null, seen: null });
    expect((await get(`actors/?${days}`)).json()).toHaveLength(2);
  });

  it('is refused the figures of another affiliate, and what only writers may ask', async () => {
    const { get, other, send, as, id } = await company();
    for (const below of [
      'report',
      'trend',
      'actors',
      'figures',
      'opportunities',
      'time-to-convert',
    ]) {
      expect((await get(`${below}/?${days}&affiliate_id=${other}`)).statusCode).toBe(403);
    }
    for (const url of ['../funnel-suggestions/', '../jobs/']) {
      expect((await send('GET', url, { as })).statusCode).toBe(403);
    }
    const body = { project_id: id };
    expect(
      (await send('POST', '../jobs/funnel-step-health/run/', { as, body })).statusCode,
    ).not.toBe(200);
  });

  it('finds only own events in the catalogue', async () => {
    const { send, as } = await company();
    const catalogue = await send('GET', '../event-catalog/', { as });
    expect(catalogue.statusCode, catalogue.body).toBe(200);
    expect(catalogue.body).toContain('page_view');
    expect(catalogue.body).not.toMatch(/zzforeign|9009/);
  });

  it('sees own people only in the panel of the dashboard', async () => {
    const { send, as, slug } = await company();
    const query = 'start_date=2026-11-10&end_date=2026-11-10&timezone=UTC&affiliate_id=all';
    const panel = await send('GET', `../funnel-analysis-data/?${query}&funnel=${slug}`, { as });
    expect(
      panel
        .json()
        .data.steps.map(({ users, events }: { users: number; events: number }) => [users, events]),
    ).toEqual([
      [2, 2],
      [0, 0],
      [0, 1],
    ]);
  });
});
