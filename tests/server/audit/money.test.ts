import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AuditEntry, auditEntrySchema } from '#contract/audit/schemas.ts';
import {
  adjustmentSchema,
  decisionAnswerSchema,
  type NewDecision,
  valuesAnswerSchema,
} from '#contract/conversions/decisions.ts';
import { conversionSchema } from '#contract/conversions/schemas.ts';
import { verify } from '#server/audit/hash-chain.ts';
import type { ProjectSeed } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const shop = (name: string): ProjectSeed => ({
  name,
  timezone: 'UTC',
  currency: 'USD',
  payouts: [],
  rates: [],
  requests: [],
  terms: { '1001': [{ from: 0, type: 'revshare', value: '0.1' }] },
});

let playground: SeededProduct;
let shops: { place: SeededProject; ids: string[] }[];

beforeAll(async () => {
  const names = ['Decided', 'Beside', 'Corrected', 'Valued', 'Whole'];
  playground = await startSeededProduct(names.map(shop), () => new Date(noon + 3_600_000));
  shops = [];
  for (const place of playground.projects) {
    const orders = ['o-1', 'o-2', 'o-3'].map((order, index) => ({
      event_name: 'purchase',
      order_id: `${place.name}-${order}`,
      value: '100',
      event_time: new Date(noon + index).toISOString(),
      source: 'server' as const,
    }));
    await playground.report(place, orders);
    await playground.flush();
    const query = `affiliate_id=all&project_id=${place.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`;
    const { body } = await playground.get(`/api/v1/conversions/?${query}`, owner());
    const ids = z.array(conversionSchema).parse(body);
    shops.push({ place, ids: ids.map(({ id }) => id) });
  }
}, 60_000);
afterAll(() => playground?.stop());

const owner = () => playground.tokens.owner;
function shopOf(name: string) {
  const found = shops.find(({ place }) => place.name === name);
  const [first, second, third] = found?.ids ?? [];
  if (!found || !first || !second || !third) throw new Error(`${name} sold three things.`);
  return { id: found.place.id, first, second, third };
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  playground.post(`/api/v1/conversions/${path}`, owner(), body, headers);
const why = { reason_code: 'fraud', note: 'Ann told me so' } as const;
const decide = (more: Partial<NewDecision>, headers = {}) =>
  post('status/', { to: 'rejected', ...why, ...more }, headers);
const batchOf = ({ body }: { body: unknown }) => decisionAnswerSchema.parse(body).batch;

/** The log of a project, oldest first; its chain is valid, and no note is in it. */
async function told(project: number): Promise<AuditEntry[]> {
  const { status, body, text } = await playground.get(
    `/api/v1/audit-log/?project=${project}`,
    owner(),
  );
  expect([status, text]).toEqual([200, expect.not.stringContaining(why.note)]);
  expect((await verify(playground.pool, `project:${project}`)).brokenAt).toBe(null);
  return z.array(auditEntrySchema).parse(body).toReversed();
}
const by = { actor: { email: 'owner@agreement.test' }, from: '127.0.0' };

describe('the log', () => {
  it('shows each project its part of a decision and of its undo, once each', async () => {
    const [here, beside] = [shopOf('Decided'), shopOf('Beside')];
    const ids = [beside.first, here.first, here.second];
    const headers = { 'idempotency-key': 'a-decision-that-is-told-once' };
    await decide({ ids, dry_run: true });
    const created = await decide({ ids }, headers);
    expect((await decide({ ids }, headers)).body).toEqual(created.body);
    await decide({ ids });
    await decide({ ids, reason_code: null });
    const batch = batchOf(created);
    const message = { batch, to: 'rejected', reason: 'fraud' };
    const decided = { ...by, action: 'conversions.decided' };
    expect(await told(here.id)).toMatchObject([
      { ...decided, target: '2 conversions', details: { ...message, conversions: 2 } },
    ]);
    expect(await told(beside.id)).toMatchObject([
      { ...decided, target: beside.first, details: { ...message, conversions: 1 } },
    ]);

    const later = batchOf(await decide({ ids: [here.second], to: 'approved', reason_code: null }));
    for (const _ of [1, 2]) await post(`status/${batch}/undo/`, {});
    const undone = { ...by, action: 'decision.undone' };
    expect((await told(here.id)).slice(1)).toMatchObject([
      {
        ...decided,
        target: here.second,
        details: { batch: later, to: 'approved', conversions: 1 },
      },
      { ...undone, target: '2 conversions', details: { batch, restored: 1, kept: 1 } },
    ]);
    expect((await told(beside.id)).slice(1)).toMatchObject([
      { ...undone, target: beside.first, details: { batch, restored: 1, kept: 0 } },
    ]);
  });

  it('contains one undo of two simultaneous requests', async () => {
    const { id, third } = shopOf('Decided');
    const before = (await told(id)).length;
    const batch = batchOf(await decide({ ids: [third] }));
    await Promise.all([1, 2].map(() => post(`status/${batch}/undo/`, {})));
    expect((await told(id)).slice(before).map(({ action }) => action)).toEqual([
      'conversions.decided',
      'decision.undone',
    ]);
  });

  it('contains a correction to its last digit, and its reversal, once each', async () => {
    const { id, first } = shopOf('Corrected');
    const headers = { 'idempotency-key': 'a-correction-that-is-told-once' };
    const body = {
      ...why,
      project_id: id,
      effective_date: '2026-11-20',
      affid: '1001',
      conversion_id: first,
      amount_revenue: '-12.3450',
      amount_payout: '-1.2345',
    };
    const created = await post('adjustments/', body, headers);
    expect(created.status, created.text).toBe(201);
    expect((await post('adjustments/', body, headers)).body).toEqual(created.body);
    await post('adjustments/', { ...body, affid: 'nobody' });
    const correction = adjustmentSchema.parse(created.body).id;
    const backs = await Promise.all(
      [1, 2].map(() => post(`adjustments/${correction}/reverse/`, {})),
    );
    const [back] = backs.map((answer) => adjustmentSchema.parse(answer.body).id);
    await post(`adjustments/${correction}/reverse/`, {});
    const of = { currency: 'USD', reason: 'fraud', affiliate: '1001' };
    expect(await told(id)).toMatchObject([
      {
        ...by,
        action: 'correction.created',
        target: first,
        details: { ...of, correction, revenue: '-12.345', payout: '-1.2345' },
      },
      {
        ...by,
        action: 'correction.reversed',
        target: first,
        details: { ...of, correction: back, revenue: '12.345', payout: '1.2345' },
      },
    ]);
    expect((await told(id))[1]?.details.reverses).toBe(correction);
  });

  it("names the affiliate of an affiliate's correction", async () => {
    const { id } = shopOf('Corrected');
    const body = { ...why, project_id: id, effective_date: '2026-11-20', affid: '1001' };
    await post('adjustments/', { ...body, amount_payout: '5' });
    expect((await told(id)).at(-1)).toMatchObject({
      action: 'correction.created',
      target: '1001',
      details: { revenue: '0', payout: '5' },
    });
  });

  it('contains values that are taken over and taken back, once each', async () => {
    const { id, first, second, third } = shopOf('Valued');
    const values = [
      { conversion_id: first, value: '80.1234' },
      { conversion_id: second, value: '90' },
      { conversion_id: third, value: '100' },
    ];
    const body = { ...why, project_id: id, values };
    const headers = { 'idempotency-key': 'values-that-are-told-once' };
    const created = await post('values/', body, headers);
    expect((await post('values/', body, headers)).body).toEqual(created.body);
    await post('values/', body);
    const { ids } = valuesAnswerSchema.parse(created.body);
    for (const _ of [1, 2]) await post('values/undo/', { project_id: id, ids });
    expect(await told(id)).toMatchObject([
      {
        ...by,
        action: 'values.taken-over',
        target: '2 conversions',
        details: { corrections: 2, revenue: '-29.8766', currency: 'USD', reason: 'fraud' },
      },
      {
        ...by,
        action: 'values.taken-back',
        target: '2 corrections',
        details: { corrections: 2, revenue: '29.8766', currency: 'USD' },
      },
    ]);
  });

  it('refuses every action that it cannot record', async () => {
    const { id, first, second } = shopOf('Whole');
    const correction = {
      ...why,
      project_id: id,
      effective_date: '2026-11-20',
      affid: '1001',
      amount_revenue: '1',
    };
    const values = { ...why, project_id: id, values: [{ conversion_id: first, value: '1' }] };
    const batch = batchOf(await decide({ ids: [second] }));
    const row = adjustmentSchema.parse((await post('adjustments/', correction)).body).id;
    const acts = () =>
      Promise.all([
        decide({ ids: [first] }),
        post(`status/${batch}/undo/`, {}),
        post('adjustments/', correction),
        post(`adjustments/${row}/reverse/`, {}),
        post('values/', values),
        post('values/undo/', { project_id: id, ids: [row] }),
      ]);
    const { pool } = playground;
    const stored = async () =>
      (
        await pool.query(
          `select (select count(*)::int from conversion_status where project_id = $1) as decided,
             (select count(undone_at)::int from decision_batches where id = $2) as undone,
             (select count(*)::int from conversion_adjustments where project_id = $1) as corrections,
             (select count(*)::int from audit_entries where chain = $3) as told`,
          [id, batch, `project:${id}`],
        )
      ).rows[0];
    const before = await stored();
    await pool.query(
      `alter table audit_entries add constraint full_up check (chain <> 'project:${id}') not valid`,
    );
    const answers = await acts();
    await pool.query('alter table audit_entries drop constraint full_up');
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(500));
    expect(await stored()).toEqual(before);
    expect(before).toMatchObject({ decided: 1, undone: 0, corrections: 1, told: 2 });
  });
});
