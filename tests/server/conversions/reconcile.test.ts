import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type NewReconciliation,
  type Reconciliation,
  reconciliationAnswerSchema,
} from '#contract/conversions/reconciliation.ts';
import { conversionSchema } from '#contract/conversions/schemas.ts';
import type { ProjectSeed } from '../analytics/random-projects.ts';
import {
  type SeededProduct,
  type SeededProject,
  startSeededProduct,
} from '../analytics/seeded-product.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const at = (ms: number) => new Date(noon + ms).toISOString();
const shop = (name: string): ProjectSeed => ({
  name,
  timezone: 'UTC',
  currency: 'USD',
  terms: { '1001': [{ from: 0, type: 'revshare', value: '0.1' }] },
  payouts: [],
  rates: [],
  requests: [],
});

const sale = (order_id: string, ms: number) => ({
  event_name: 'purchase',
  event_time: at(ms),
  order_id,
  value: '100',
  source: 'server' as const,
});

let playground: SeededProduct;
let sold: SeededProject;
let other: SeededProject;
let excluded: SeededProject;
let ids: Map<string, string>;

beforeAll(async () => {
  playground = await startSeededProduct(
    ['Sold', 'Other', 'Excluded'].map(shop),
    () => new Date(noon + 3_600_000),
  );
  const [first, second, third] = playground.projects;
  if (!first || !second || !third) throw new Error('Three shops are open.');
  [sold, other, excluded] = [first, second, third];
  const orders = ['o-1', 'o-2', 'o-3', 'o-4'].map((order_id, index) => ({
    event_name: 'purchase',
    event_time: at(index),
    order_id,
    click_id: `ck-${index}`,
    value: index === 3 ? '0.15' : '100',
    status: 'pending' as const,
    source: 'server' as const,
  }));
  const told = (event_id: string, order_id: string, value: string) =>
    [{}, { order_id }].map((known, index) => ({
      event_name: 'purchase',
      event_time: at(index + 10),
      event_id,
      value,
      ...known,
      source: 'server' as const,
    }));
  const late = [...told('e-1', 'late', '20'), ...told('e-2', 'late-2', '30')];
  await playground.report(sold, [...orders, ...late]);
  await playground.report(other, orders.slice(0, 1));
  await playground.report(excluded, [
    { ...sale('paid', 0), status: 'approved' },
    { ...sale('refused', 1), status: 'rejected' },
    { ...sale('unpaid', 2), status: 'pending' },
    { ...sale('earlier', -2 * 86_400_000), status: 'approved' },
    { ...sale('unvalued', 3), value: '0', source: 'browser' },
  ]);
  await playground.flush();
  const { body } = await playground.get(
    `/api/v1/conversions/?affiliate_id=all&project_id=${sold.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`,
    playground.tokens.owner,
  );
  ids = new Map(
    z
      .array(conversionSchema)
      .parse(body)
      .map(({ id, order_id }) => [order_id ?? '', id]),
  );
}, 60_000);
afterAll(() => playground?.stop());

type Fields = Omit<NewReconciliation, 'project_id'>;
const request = (fields: Fields, project = sold) =>
  playground.post('/api/v1/conversions/reconcile/', playground.tokens.owner, {
    project_id: project.id,
    ...fields,
  });
async function reconciled(fields: Fields, project = sold): Promise<Reconciliation> {
  const { status, body } = await request(fields, project);
  expect([status, body]).toEqual([200, expect.anything()]);
  return reconciliationAnswerSchema.parse(body);
}

/** The lines of the file, without what it leaves out. */
const inFile = ({ rows }: Reconciliation) => rows.filter(({ line }) => line !== null);

describe("the comparison with a network's file", () => {
  it('shows differing, unknown and unreadable lines', async () => {
    const csv = [
      'Order ID,Amount,Status',
      'o-1,100.00,paid',
      'o-2,80,pending',
      'o-3,100,pending',
      'o-9,5,paid',
      'o-3,100,paid',
      'o-1,many,paid',
    ].join('\n');
    const found = await reconciled({ csv });
    const { rows: _, ...rest } = found;
    const rows = inFile(found);
    expect(rest).toEqual({
      header: ['Order ID', 'Amount', 'Status'],
      columns: { id: 'Order ID', status: 'Status', value: 'Amount' },
      decimal: 'dot',
      match_by: 'order_id',
      currency: 'USD',
      lines: 6,
      counts: {
        left_out: 3,
        differs: 2,
        not_counted: 0,
        unmatched: 1,
        conflict: 1,
        unreadable: 1,
        uncompared: 0,
        same: 1,
      },
      amounts: {
        left_out: { theirs: null, ours: 50.15 },
        differs: { theirs: 180, ours: 200 },
        not_counted: { theirs: null, ours: null },
        unmatched: { theirs: 5, ours: null },
        conflict: { theirs: 100, ours: null },
        unreadable: { theirs: null, ours: null },
        uncompared: { theirs: null, ours: null },
        same: { theirs: 100, ours: 100 },
      },
      theirs: 280,
      ours: 300,
      left_out: {
        start_date: '2026-11-20',
        end_date: '2026-11-20',
        timezone: 'UTC',
        affids: null,
        complete: true,
      },
    });
    expect(rows.map(({ line, outcome, because }) => [line, outcome, because])).toEqual([
      [2, 'differs', null],
      [3, 'differs', null],
      [5, 'unmatched', null],
      [6, 'conflict', 'Line 4 already reports it.'],
      [7, 'unreadable', '"many" is no amount.'],
    ]);
    expect(rows[0]).toMatchObject({
      conversion_id: ids.get('o-1'),
      our_status: 'pending',
      their_status: 'approved',
      our_value: 100,
      their_value: 100,
    });
  });

  it('distinguishes a cent from rounding, exactly', async () => {
    const { counts } = await reconciled({ csv: 'id,value\no-4,0.14' });
    expect(counts).toMatchObject({ differs: 1, same: 0 });
    const { counts: close, theirs: other } = await reconciled({ csv: 'id,value\no-4,0.145' });
    expect([close.same, other]).toEqual([1, 0.15]);
  });

  it('says nothing is the same that it did not compare', async () => {
    const found = await reconciled({ csv: 'Order ID,Remark\no-1,x\no-2,y' });
    expect([found.counts.same, found.counts.uncompared, inFile(found)]).toEqual([0, 2, []]);
    const above = await reconciled({ csv: 'sep=;\nOrder ID;Amount\no-1;100' });
    expect([above.counts.same, above.lines]).toEqual([1, 1]);
  });

  it('asks once for a file of amounts that may be read in two ways', async () => {
    const csv = 'id,value\no-1,"1,234"';
    const { status, body } = await request({ csv });
    expect([status, body]).toEqual([400, { decimal: [expect.stringContaining('"1,234"')] }]);
    const values = async (decimal: 'comma' | 'dot') =>
      inFile(await reconciled({ csv, decimal })).map(({ their_value }) => their_value);
    expect([await values('comma'), await values('dot')]).toEqual([[1.234], [1234]]);
  });

  it("finds the kind of the file's ids by itself", async () => {
    const { match_by, counts } = await reconciled({ csv: 'SubID,Status\nck-0,open\nck-1,open' });
    expect([match_by, counts.same]).toEqual(['click_id', 2]);
    const byOrder = await reconciled({ csv: 'SubID\nck-0', match_by: 'order_id' });
    expect(byOrder.counts.unmatched).toBe(1);
  });

  it('knows an order id that only a later report brought', async () => {
    const { counts, rows } = await reconciled({ csv: 'id,value\nlate,20\nlate-2,20\nnever,20' });
    expect(counts).toMatchObject({ same: 1, differs: 1, unmatched: 1, conflict: 0 });
    expect(rows[0]).toMatchObject({ key: 'late-2', our_value: 30, their_value: 20 });
  });

  it('names the faulty field', async () => {
    const bad = await request({ csv: 'id\n1', columns: { id: 'Order' } });
    expect([bad.status, bad.body]).toEqual([400, { columns: ['The file has no column "Order".'] }]);
    expect((await request({ csv: '' })).status).toBe(400);
  });

  it('changes nothing', async () => {
    const csv = 'id,status,value\no-1,rejected,1';
    expect(await reconciled({ csv })).toEqual(await reconciled({ csv }));
  });
});

describe('what the file leaves out', () => {
  const keysOf = ({ rows }: Reconciliation) =>
    rows.filter(({ outcome }) => outcome === 'left_out').map(({ key }) => key);

  it('is listed for the days of the file: what counts here, newest first, with its sum', async () => {
    const found = await reconciled({ csv: 'id,status\npaid,paid' }, excluded);
    expect(keysOf(found)).toEqual(['unvalued', 'unpaid']);
    expect([found.counts.left_out, found.amounts.left_out]).toEqual([
      2,
      { theirs: null, ours: 100 },
    ]);
    expect(found.rows.find(({ key }) => key === 'unpaid')).toMatchObject({
      line: null,
      our_status: 'pending',
      our_value: 100,
      their_value: null,
      event_time: at(2),
    });
  });

  it('is looked for in the days that are named', async () => {
    const days = { start_date: '2026-11-17', end_date: '2026-11-18' };
    const found = await reconciled({ csv: 'id,status\npaid,paid', ...days }, excluded);
    expect(keysOf(found)).toEqual(['earlier']);
    expect(found.left_out).toMatchObject(days);
    const csv = 'id\npaid';
    const turned = { start_date: '2026-11-22', end_date: '2026-11-21' };
    expect(await request({ csv, ...turned }, excluded)).toMatchObject({
      status: 400,
      body: { end_date: ['The last day is before the first.'] },
    });
  });

  it('is not known where no line is known', async () => {
    const found = await reconciled({ csv: 'id,value\nnobody,5' }, excluded);
    expect([found.left_out, found.counts.left_out]).toEqual([null, 0]);
  });
});

describe('an order that does not count here', () => {
  it('adds nothing to our sum, and its line says so', async () => {
    const csv = 'id,value\npaid,100\nrefused,100';
    const found = await reconciled({ csv }, excluded);
    expect(found.counts).toMatchObject({ same: 1, not_counted: 1 });
    expect([found.theirs, found.ours]).toEqual([200, 100]);
    expect(inFile(found)).toMatchObject([
      {
        key: 'refused',
        outcome: 'not_counted',
        because: 'It is rejected here, so it does not count.',
        excluded_reason: 'rejected',
      },
    ]);
  });

  it('agrees with a file that rejects it too, which pays nothing', async () => {
    const csv = 'id,value,status\nrefused,90,rejected\npaid,100,rejected';
    const found = await reconciled({ csv }, excluded);
    expect(found.counts).toMatchObject({ same: 1, differs: 1 });
    expect([found.theirs, found.ours]).toEqual([0, 100]);
  });
});

it('does not compare a value that was not reported here', async () => {
  const found = await reconciled({ csv: 'id,value\nunvalued,12' }, excluded);
  expect(inFile(found)).toMatchObject([
    {
      outcome: 'uncompared',
      because: 'No value was reported here.',
      our_value: null,
      their_value: 12,
    },
  ]);
  expect([found.theirs, found.ours]).toEqual([0, 0]);
});

it('is exported with all of its lines', async () => {
  const { status, text, headers } = await playground.download(
    '/api/v1/conversions/reconcile/export/',
    playground.tokens.owner,
    { project_id: excluded.id, csv: 'id,value\npaid,100\n=nobody,5' },
  );
  expect(status).toBe(200);
  expect(headers['content-disposition']).toContain('reconciliation-excluded-2026-11-20.csv');
  const lines = text.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [header = '', ...rows] = lines.map((line) => line.split(','));
  const cell = (key: string, name: string) =>
    rows.find((row) => row[header.indexOf('key')] === key)?.[header.indexOf(name)];
  expect(cell('paid', 'outcome')).toBe('same');
  expect(cell("'=nobody", 'their_value')).toBe('5.00');
  expect([cell('unpaid', 'outcome'), cell('unpaid', 'line')]).toEqual(['left_out', '']);
});
