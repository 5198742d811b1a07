import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paymentSchema, rcDataSchema } from '#contract/analytics/report.ts';
import {
  decisionAnswerSchema,
  decisionUndoSchema,
  type NewDecision,
} from '#contract/conversions/decisions.ts';
import {
  type ConversionDetail,
  conversionDetailSchema,
  conversionSchema,
} from '#contract/conversions/schemas.ts';
import type { Reported, Status } from '#tests/support/reference/reported.ts';
import type { ProjectSeed } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const noon = Date.UTC(2026, 10, 20, 12);
let time = noon + HOUR;
const later = (ms: number) => {
  time += ms;
};
const at = (ms: number) => new Date(noon + ms).toISOString();

const shop = (name: string): ProjectSeed => ({
  name,
  timezone: 'UTC',
  currency: 'USD',
  terms: {
    '1001': [{ from: 0, type: 'revshare', value: '0.1' }],
    '1002': [{ from: 0, type: 'cpa', value: '7' }],
  },
  payouts: [],
  rates: name === 'Rates' ? [{ currency: 'EUR', from: '2026-01-01', rate: '1.1' }] : [],
  requests: [],
});

let playground: SeededProduct;
let projects: SeededProject[];

beforeAll(async () => {
  playground = await startSeededProduct(
    [
      'First',
      'Guards',
      'Undo',
      'Late',
      'Twins',
      'Many',
      'Rates',
      'Pinned',
      'Returned',
      'Told',
      'Named',
    ].map(shop),
    () => new Date(time),
  );
  projects = playground.projects;
}, 60_000);
afterAll(() => playground?.stop());

const place = (name: string): SeededProject => {
  const found = projects.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

async function send(project: SeededProject, ...events: Reported[]): Promise<void> {
  await playground.report(project, events);
  await playground.flush();
}

/** A sale of one of the partners, by a visitor of its own who clicked before. */
const sale = (order: string, value: string, more: object = {}): Reported[] => [
  {
    event_name: 'click',
    event_time: at(-HOUR),
    visitor_id: `v-${order}`,
    affid: '1001',
    campaign_id: 'c1',
    source: 'browser',
  },
  {
    event_name: 'purchase',
    event_time: at(0),
    order_id: order,
    visitor_id: `v-${order}`,
    value,
    source: 'server',
    ...more,
  },
];
const seen = (order: string, value: string): Reported => ({
  event_name: 'purchase',
  event_time: at(MINUTE),
  order_id: order,
  visitor_id: `v-${order}`,
  value,
  source: 'browser',
});

const period = 'start_date=2026-11-20&end_date=2026-11-20&timezone=UTC';
const request = async (project: SeededProject, path: string, query = '') => {
  const url = `/api/v1/${path}/?affiliate_id=all&project_id=${project.id}&${period}${query}`;
  const { status, body } = await playground.get(url, playground.tokens.owner);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};
const log = async (project: SeededProject, query = '') =>
  z.array(conversionSchema).parse(await request(project, 'conversions', query));
const idOf = async (project: SeededProject, order: string): Promise<string> => {
  const [first] = await log(project, `&search=${order}`);
  return first?.id ?? '';
};
const conversionDetail = async (
  id: string,
  token = playground.tokens.owner,
): Promise<ConversionDetail> => {
  const { status, body } = await playground.get(`/api/v1/conversions/${id}/`, token);
  expect([status, body]).toEqual([200, expect.anything()]);
  return conversionDetailSchema.parse(body);
};
const totals = async (project: SeededProject, query = '') =>
  z.object({ data: rcDataSchema }).parse(await request(project, 'rc-data', query)).data;
const paid = async (project: SeededProject) =>
  z.object({ data: z.array(paymentSchema) }).parse(await request(project, 'rc-payment-data')).data;

const post = (path: string, body: object, token = playground.tokens.owner) =>
  playground.post(`/api/v1/conversions/${path}`, token, body);
async function decide(body: NewDecision) {
  const answer = await post('status/', body);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return decisionAnswerSchema.parse(answer.body);
}
async function undo(batch: string | null) {
  const answer = await post(`status/${batch}/undo/`, {});
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return decisionUndoSchema.parse(answer.body);
}

/** Sessions expire before a decision can no longer be undone: here the decision's time is moved instead. */
const age = (batch: string | null, by: string) =>
  playground.pool.query(
    'update decision_batches set decided_at = decided_at - $2::interval where id = $1',
    [batch, by],
  );

describe('a decision about conversions', () => {
  it('removes what it rejects from every figure, and shows the effect before and after', async () => {
    const project = place('First');
    await send(project, ...sale('f-1', '100'), ...sale('f-2', '30.25'), seen('f-1', '100'));
    const id = await idOf(project, 'f-1');
    const request: NewDecision = { ids: [id], to: 'rejected', reason_code: 'fraud', note: 'Twice' };
    const effect = [{ currency: 'USD', conversions: -1, revenue: -100, payout: -10 }];

    const tried = await decide({ ...request, dry_run: true });
    expect(tried).toMatchObject({ batch: null, changed: 1, refused: [], effect });
    expect(await totals(project)).toMatchObject({ revenue: 130.25, conversions: 2, payout: 13.03 });

    const done = await decide(request);
    expect(done).toMatchObject({ batch: expect.any(String), changed: 1, effect });
    expect(done.undo_until).toBe(new Date(time + 24 * HOUR).toISOString());
    expect(await totals(project)).toMatchObject({
      revenue: 30.25,
      conversions: 1,
      payout: 3.03,
      net_revenue: 30.25,
      overlap: { both: 0, server_only: 1, browser_only: 0, union_revenue: 30.25 },
    });
    expect(await totals(project, '&browser_conversions=1')).toMatchObject({
      conversions: 0,
      revenue: 0,
    });
    expect(await paid(project)).toMatchObject([{ affid: '1001', purchases: 1, payout: 3.03 }]);
    expect(await log(project, '&status=rejected')).toMatchObject([
      {
        id,
        excluded_reason: 'rejected',
        server: { status: 'rejected' },
        browser: { status: 'rejected' },
      },
    ]);

    const { decisions, conversion, excluded_because, history } = await conversionDetail(id);
    expect(excluded_because).toBe('It was rejected.');
    expect(conversion.status).toBe('rejected');
    expect(history.at(-1)).toMatchObject({
      kind: 'changed',
      known_at: new Date(time).toISOString(),
    });
    expect(decisions).toEqual([
      {
        batch: done.batch,
        from: 'approved',
        to: 'rejected',
        reason_code: 'fraud',
        note: 'Twice',
        at: new Date(time).toISOString(),
        conversions: 1,
        by: 'owner',
        undone_at: null,
        undone_by: null,
        undo_until: done.undo_until,
      },
    ]);
  });

  it('follows the allowed transitions, and gives the reason for each skipped conversion', async () => {
    const project = place('Guards');
    const states: Status[] = ['pending', 'approved', 'rejected', 'reversed'];
    await send(project, ...states.flatMap((status) => sale(`g-${status}`, '10', { status })));
    const ids = Object.fromEntries(
      await Promise.all(states.map(async (status) => [status, await idOf(project, `g-${status}`)])),
    );
    const input = {
      ids: Object.values<string>(ids),
      dry_run: true,
      reason_code: 'refund',
    } as const;
    const outcome = async (to: Status) => {
      const { changed, refused } = await decide({ ...input, to });
      return [changed, ...refused.flatMap(({ cause, ids }) => ids.map((id) => [cause, id]))];
    };
    expect(await outcome('approved')).toEqual([
      2,
      ['same_status', ids.approved],
      ['final', ids.reversed],
    ]);
    expect(await outcome('pending')).toEqual([
      2,
      ['same_status', ids.pending],
      ['final', ids.reversed],
    ]);
    expect(await outcome('rejected')).toEqual([
      2,
      ['same_status', ids.rejected],
      ['final', ids.reversed],
    ]);
    const reversed = await outcome('reversed');
    expect(reversed.slice(0, 2)).toEqual([1, ['same_status', ids.reversed]]);
    expect(new Set(reversed.slice(2))).toEqual(
      new Set([
        ['not_approved', ids.pending],
        ['not_approved', ids.rejected],
      ]),
    );
    const { refused } = await decide({
      ...input,
      ids: [ids.approved ?? '', 'c_nobody'],
      to: 'rejected',
    });
    expect(refused).toMatchObject([{ cause: 'not_found', conversions: 1, ids: ['c_nobody'] }]);
    expect((await post('status/', { ...input, ids: ['c_nobody'], to: 'rejected' })).status).toBe(
      403,
    );
  });

  it('needs a reason where it takes money away, and a note where the reason is another', async () => {
    const ids = ['c_any'];
    const refusalOf = async (body: object) => {
      const { status, body: message } = await post('status/', body);
      return [status, Object.keys(z.record(z.string(), z.unknown()).parse(message))];
    };
    expect(await refusalOf({ ids, to: 'rejected' })).toEqual([400, ['reason_code']]);
    expect(await refusalOf({ ids, to: 'reversed' })).toEqual([400, ['reason_code']]);
    expect(await refusalOf({ ids, to: 'rejected', reason_code: 'other' })).toEqual([400, ['note']]);
    expect(await refusalOf({ ids, to: 'lost', reason_code: 'fraud' })).toEqual([400, ['to']]);
    expect(await refusalOf({ to: 'approved' })).toEqual([400, ['ids']]);
    expect(await refusalOf({ ids: Array(5001).fill('c'), to: 'approved' })).toEqual([400, ['ids']]);
  });

  it('is undone to the exact state before, for a day, and once', async () => {
    const project = place('Undo');
    await send(
      project,
      ...sale('u-1', '50', { status: 'pending' }),
      ...sale('u-2', '60'),
      seen('u-2', '60'),
    );
    const ids = [await idOf(project, 'u-1'), await idOf(project, 'u-2')];
    const before = [await log(project), await totals(project)];
    const reverse: NewDecision = { ids, to: 'rejected', reason_code: 'test_order' };
    const { batch, changed } = await decide(reverse);
    expect(changed).toBe(2);
    expect([await log(project), await totals(project)]).not.toEqual(before);

    await age(batch, '22 hours 59 minutes');
    later(HOUR);
    expect(await undo(batch)).toEqual({
      restored: 2,
      kept: 0,
      effect: [{ currency: 'USD', conversions: 2, revenue: 110, payout: 11 }],
    });
    expect([await log(project), await totals(project)]).toEqual(before);
    expect(await undo(batch)).toEqual({ restored: 0, kept: 0, effect: [] });
    expect((await conversionDetail(ids[0] ?? '')).decisions).toMatchObject([
      {
        to: 'rejected',
        conversions: 2,
        undone_at: new Date(time).toISOString(),
        undone_by: 'owner',
        undo_until: null,
      },
    ]);

    const first = await decide(reverse);
    const second = await decide({ ids: ids.slice(0, 1), to: 'approved' });
    expect(await undo(first.batch)).toMatchObject({ restored: 1, kept: 1 });
    expect((await log(project)).map(({ status }) => status).sort()).toEqual([
      'approved',
      'approved',
    ]);
    expect(await undo(second.batch)).toMatchObject({ restored: 1, kept: 0 });
    expect([await log(project), await totals(project)]).toEqual(before);

    const last = await decide(reverse);
    await age(last.batch, '24 hours');
    expect((await post(`status/${last.batch}/undo/`, {})).status).toBe(409);
    expect((await post('status/3e4a5a0e-5a6b-4f31-8b8e-1c1c6c1c6c1c/undo/', {})).status).toBe(404);
  });

  it('outlives late duplicates with another id, moved clicks and later reports of networks', async () => {
    const project = place('Late');
    await send(project, ...sale('l-1', '80'));
    const id = await idOf(project, 'l-1');
    await decide({ ids: [id], to: 'rejected', reason_code: 'duplicate' });
    await send(project, {
      ...sale('l-1', '80')[1],
      event_time: at(-10 * MINUTE),
    } as Reported);
    const [moved] = await log(project);
    expect(moved?.id).not.toBe(id);
    expect(moved).toMatchObject({
      status: 'rejected',
      excluded_reason: 'rejected',
      server: { raw_count: 2 },
    });

    await send(
      project,
      {
        event_name: 'click',
        event_time: at(-30 * MINUTE),
        visitor_id: 'v-l-1',
        affid: '1002',
        source: 'browser',
      },
      {
        ...sale('l-1', '80')[1],
        event_time: at(2 * MINUTE),
        status: 'approved',
      } as Reported,
      seen('l-1', '80'),
    );
    const [after] = await log(project);
    expect(after).toMatchObject({ status: 'rejected', affid: '1002', pairing: 'both' });
    expect(await totals(project)).toMatchObject({ conversions: 0, revenue: 0, payout: 0 });
    const { decisions } = await conversionDetail(after?.id ?? '');
    expect(decisions).toMatchObject([{ to: 'rejected', reason_code: 'duplicate' }]);
  });

  it('covers both sides when the server confirms a conversion of the browser', async () => {
    const project = place('Twins');
    await send(project, ...sale('t-1', '40', { source: 'browser' }));
    await decide({ ids: [await idOf(project, 't-1')], to: 'rejected', reason_code: 'fraud' });
    await send(project, ...sale('t-1', '40').slice(1));
    expect(await log(project)).toMatchObject([
      {
        pairing: 'both',
        status: 'rejected',
        server: { status: 'rejected' },
        browser: { status: 'rejected' },
      },
    ]);
  });

  it('takes a filter of the log, and changes no other conversion', async () => {
    const project = place('Many');
    const orders = Array.from({ length: 30 }, (_, index) => `m-${index}`);
    await send(
      project,
      ...orders.flatMap((order, index) =>
        sale(order, `${index + 1}`, index < 12 ? { status: 'pending' } : {}),
      ),
    );
    const filter = {
      affiliate_id: 'all',
      project_id: String(project.id),
      ...Object.fromEntries(new URLSearchParams(period)),
      status: 'pending',
    };
    const answer = await decide({ filter, to: 'approved' });
    expect(answer).toMatchObject({ changed: 12, refused: [], effect: [] });
    expect(await log(project, '&status=pending')).toEqual([]);
    const rest = await decide({
      filter: { ...filter, status: 'approved', min_revenue: '26' },
      to: 'reversed',
      reason_code: 'refund',
    });
    expect(rest).toMatchObject({
      changed: 5,
      effect: [{ conversions: -5, revenue: -(26 + 27 + 28 + 29 + 30), payout: -14 }],
    });
    expect(await totals(project)).toMatchObject({ conversions: 25, revenue: (25 * 26) / 2 });
    const known = { ...filter, as_of: new Date(time).toISOString() };
    expect((await post('status/', { filter: known, to: 'approved' })).status).toBe(400);
  });

  it('gives no value to a conversion without an exchange rate', async () => {
    const project = place('Rates');
    await send(
      project,
      ...sale('r-1', '10', { currency: 'CHF' }),
      ...sale('r-2', '10', { currency: 'EUR' }),
    );
    const ids = [await idOf(project, 'r-1'), await idOf(project, 'r-2')];
    const effect = [{ currency: 'USD', conversions: -1, revenue: -11, payout: -1.1 }];
    expect(await decide({ ids, to: 'rejected', reason_code: 'out_of_geo' })).toMatchObject({
      changed: 2,
      effect,
    });
    const back = effect.map(() => ({ currency: 'USD', conversions: 1, revenue: 11, payout: 1.1 }));
    expect(await decide({ ids, to: 'approved' })).toMatchObject({ changed: 2, effect: back });
    expect(await log(project, '&excluded_reason=no_rate')).toMatchObject([
      { id: ids[0], status: 'approved' },
    ]);
  });

  it('is made once by two simultaneous requests, and a final status stays for the second', async () => {
    const project = place('Guards');
    await send(project, ...sale('twice', '100'), ...sale('final', '100'));
    const [repeated, final] = [await idOf(project, 'twice'), await idOf(project, 'final')];
    const rejecting: NewDecision = { ids: [repeated], to: 'rejected', reason_code: 'fraud' };
    const both = await Promise.all([decide(rejecting), decide(rejecting)]);
    expect(both.map(({ changed }) => changed).sort()).toEqual([0, 1]);
    const batch = both.flatMap((one) => one.batch ?? []);
    expect(batch).toHaveLength(1);
    expect(await undo(batch[0] ?? '')).toMatchObject({ restored: 1, kept: 0 });
    expect((await log(project, '&search=twice')).map(({ status }) => status)).toEqual(['approved']);

    const ways = await Promise.all([
      decide({ ids: [final], to: 'reversed', reason_code: 'fraud' }),
      decide({ ids: [final], to: 'pending' }),
    ]);
    const [row] = await log(project, '&search=final');
    const [reversed, pending] = ways.map(({ changed }) => changed);
    expect([row?.status, reversed]).toEqual(pending === 0 ? ['reversed', 1] : ['pending', 0]);
  });

  it('changes no figure as of an earlier instant', async () => {
    const project = place('Pinned');
    await send(project, ...sale('p-1', '10'), ...sale('p-2', '20'));
    const pin = `&as_of=${new Date(time).toISOString()}`;
    const before = await totals(project, pin);
    expect(before).toMatchObject({ revenue: 30, conversions: 2 });
    later(HOUR);
    const { batch } = await decide({
      ids: [await idOf(project, 'p-1')],
      to: 'rejected',
      reason_code: 'fraud',
    });
    const between = `&as_of=${new Date(time).toISOString()}`;
    later(HOUR);
    await undo(batch);
    expect(await totals(project, pin)).toEqual(before);
    expect(await totals(project, between)).toMatchObject({ revenue: 20, conversions: 1 });
    expect(await totals(project)).toMatchObject({ revenue: 30, conversions: 2 });
  });
});

describe('a refund', () => {
  const back = (order: string, value: string, more: object = {}): Reported => ({
    event_name: 'refund',
    event_time: at(10 * MINUTE),
    event_id: `r-${order}`,
    order_id: order,
    value,
    source: 'server',
    ...more,
  });

  it('follows its order, in the figures and in the effect of a decision', async () => {
    const project = place('Returned');
    await send(project, ...sale('ret-1', '100'), ...sale('ret-2', '50'));
    const [order, other] = [await idOf(project, 'ret-1'), await idOf(project, 'ret-2')];
    await send(project, back('ret-1', '40'));
    const both = { revenue: 150, net_revenue: 110, payout: 11 };
    expect(await totals(project)).toMatchObject(both);
    const rejection = (id: string, dry_run = false): NewDecision => ({
      ids: [id],
      to: 'rejected',
      reason_code: 'refund',
      dry_run,
    });
    const effect = [{ currency: 'USD', conversions: -1, revenue: -60, payout: -6 }];
    expect((await decide(rejection(order, true))).effect).toEqual(effect);

    const done = await decide(rejection(order));
    expect(done.effect).toEqual(effect);
    expect(await totals(project)).toMatchObject({ revenue: 50, net_revenue: 50, payout: 5 });
    const [refund] = await log(project, '&record=refund');
    expect(refund).toMatchObject({ status: 'approved', excluded_reason: 'rejected' });
    expect((await conversionDetail(refund?.id ?? '')).excluded_because).toBe(
      'The refunded order was rejected.',
    );
    expect((await decide(rejection(refund?.id ?? '', true))).effect).toEqual([]);
    expect((await decide(rejection(other, true))).effect).toEqual([
      { currency: 'USD', conversions: -1, revenue: -50, payout: -5 },
    ]);

    expect((await undo(done.batch)).effect).toEqual([
      { currency: 'USD', conversions: 1, revenue: 60, payout: 6 },
    ]);
    expect(await totals(project)).toMatchObject(both);
  });

  it('is found by an order id that only a later report of its order brought', async () => {
    const project = place('Named');
    const [click, report] = sale('nam-1', '100', {
      event_id: 'e-1',
      order_id: undefined,
      event_time: at(-5 * MINUTE),
    });
    const [, again] = sale('nam-1', '100', { event_id: 'e-1', event_time: at(20 * MINUTE) });
    const [, reused] = sale('nam-1', '7', { event_id: 'e-2', event_time: at(-2 * HOUR) });
    await send(project, click as Reported, report as Reported, reused as Reported);
    await send(project, again as Reported, back('nam-1', '40', { event_time: at(30 * MINUTE) }));
    expect(await totals(project)).toMatchObject({ revenue: 107, net_revenue: 67 });
    const [order, refund] = [await idOf(project, 'e-1'), await idOf(project, 'r-nam-1')];
    expect((await conversionDetail(order)).refunds).toMatchObject([{ id: refund, value: 40 }]);
    expect((await conversionDetail(refund)).order).toMatchObject({ id: order, value: 100 });
    const other = await idOf(project, 'e-2');
    expect((await conversionDetail(other)).refunds).toEqual([]);
    const found = await log(project, '&search=nam-');
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([order, refund, other]));

    const effect = [{ currency: 'USD', conversions: -1, revenue: -60, payout: -6 }];
    const done = await decide({ ids: [order], to: 'rejected', reason_code: 'refund' });
    expect(done.effect).toEqual(effect);
    expect(await totals(project)).toMatchObject({ revenue: 7, net_revenue: 7 });
    expect((await undo(done.batch)).effect).toEqual([
      { currency: 'USD', conversions: 1, revenue: 60, payout: 6 },
    ]);
  });

  it('of an order that the network reversed is not subtracted a second time', async () => {
    const project = place('Told');
    await send(project, ...sale('told-1', '50'), ...sale('told-2', '300'));
    expect(await totals(project)).toMatchObject({ net_revenue: 350, payout: 35 });
    await send(
      project,
      ...sale('told-1', '50', { status: 'reversed', event_time: at(5 * MINUTE) }).slice(1),
      back('told-1', '50'),
    );
    expect(await totals(project)).toMatchObject({ revenue: 300, net_revenue: 300, payout: 30 });
    expect(await log(project, '&record=refund')).toMatchObject([{ excluded_reason: 'reversed' }]);
  });
});
