import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paymentSchema } from '#contract/analytics/report.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { type Balance, balanceSchema } from '#contract/payouts/schemas.ts';
import { type Statement, statementSchema } from '#contract/payouts/statement.ts';
import { addDays, type Period } from '#contract/period.ts';
import { seededRandom } from '../../torture/support/seeded-random.ts';
import { randomProjects } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const seed = Number(process.env.SEED ?? 46);
const zones = ['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'] as const;
const first = '2026-09-01';
const last = '2026-11-20';

let product: SeededProduct;

beforeAll(async () => {
  const seeds = randomProjects(seed);
  product = await startSeededProduct(seeds);
  for (const [index, project] of product.projects.entries()) {
    for (const events of seeds[index]?.requests ?? []) await product.report(project, events);
  }
  await product.flush();
}, 120_000);
afterAll(() => product?.stop());

async function read<Schema extends z.ZodType>(schema: Schema, path: string, query: object) {
  const { status, body } = await product.get(
    `/api/v1/${path}/?${new URLSearchParams({ ...query })}`,
    product.tokens.owner,
  );
  expect([status, body]).toEqual([200, expect.anything()]);
  return schema.parse(body);
}
const statements = (project: SeededProject, { start, end }: Period, timezone: string) =>
  read(z.array(statementSchema), 'payout-statements', {
    project_id: project.id,
    start_date: start,
    end_date: end,
    timezone,
  });
const balances = (project: SeededProject, through: string, timezone: string) =>
  read(z.array(balanceSchema), 'payout-balances', { project_id: project.id, through, timezone });
const payments = async (project: SeededProject, { start, end }: Period, timezone: string) =>
  (
    await read(z.object({ data: z.array(paymentSchema) }), 'rc-payment-data', {
      affiliate_id: 'all',
      project_id: project.id,
      start_date: start,
      end_date: end,
      timezone,
    })
  ).data;

const sum = (...amounts: (number | undefined)[]) =>
  amounts.reduce((all: Decimal, amount) => all.add(amount ?? 0), new Decimal(0));
const earned = (one: Statement | undefined) => sum(one?.approved, one?.refunded, one?.adjusted);
const cents = (amount: Decimal) => roundDecimal(amount.toFixed(), 2);
const signed = ({ due, advance }: Balance) => sum(due, -advance).toNumber();
const of = <Row extends { affid: string }>(rows: readonly Row[], affid: string) =>
  rows.find((row) => row.affid === affid);

function periods(): Period[] {
  const random = seededRandom(seed);
  return Array.from({ length: 12 }, () => {
    const start = addDays(first, random.between(0, 75));
    const end = addDays(start, random.between(0, 40));
    return { start, end: end > last ? last : end };
  }).filter(({ start, end }) => start <= end);
}

describe(`statements of random projects (SEED=${seed})`, () => {
  it.each(zones)('agree with the payments report to the cent in %s', async (zone) => {
    let compared = 0;
    for (const project of product.projects) {
      for (const period of periods()) {
        const [own, report] = [
          await statements(project, period, zone),
          await payments(project, period, zone),
        ];
        for (const { affid } of project.affiliates) {
          const [one, row] = [of(own, affid), of(report, affid)];
          const payout = cents(earned(one).add(one?.on_hold ?? 0));
          expect([affid, payout, cents(sum(one?.paid))]).toEqual([
            affid,
            row?.payout ?? 0,
            row?.payout_paid ?? 0,
          ]);
          compared += row?.payout ? 1 : 0;
        }
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  it.each(zones)('add up exactly, each from what the one before left, in %s', async (zone) => {
    const cuts = [first, '2026-09-28', '2026-10-04', '2026-10-26', '2026-11-02', addDays(last, 1)];
    for (const project of product.projects) {
      const due = new Map<string, number>();
      for (const [index, start] of cuts.slice(0, -1).entries()) {
        const end = addDays(cuts[index + 1] ?? last, -1);
        const own = await statements(project, { start, end }, zone);
        const through = await balances(project, end, zone);
        for (const { affid } of project.affiliates) {
          const one = of(own, affid);
          expect(one?.carried ?? 0).toBe(due.get(affid) ?? 0);
          const left = sum(one?.carried).add(earned(one)).sub(sum(one?.paid));
          expect(left.toNumber()).toBe(one?.due ?? 0);
          expect(sum(...(one?.payments ?? []).map(({ amount }) => amount)).toNumber()).toBe(
            one?.paid ?? 0,
          );
          const balance = of(through, affid);
          expect(cents(left)).toBe(balance ? signed(balance) : 0);
          due.set(affid, one?.due ?? 0);
        }
      }
      expect([...due.values()].some((amount) => amount !== 0)).toBe(true);
    }
  });

  it('hold everything on hold of their days, as the balances do', async () => {
    for (const project of product.projects) {
      const own = await statements(project, { start: first, end: last }, 'UTC');
      const through = await balances(project, last, 'UTC');
      for (const { affid, pending, earned: all } of through) {
        expect(cents(sum(of(own, affid)?.on_hold))).toBe(pending);
        expect(cents(earned(of(own, affid)))).toBe(all);
      }
    }
  });
});
