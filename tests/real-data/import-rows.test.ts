import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { acceptEvents } from '#server/collect/accept-events.ts';
import { byMapping } from '#server/import/events.ts';
import { readerOf } from '#server/import/file-formats.ts';
import { readMapping } from '#server/import/mapping.ts';
import { countryOf, usStateOf } from '#server/import/place-codes.ts';
import { openRows } from '#server/import/rows.ts';
import type { EventRow } from '#server/warehouse/rows.ts';

const folder = join(process.env.CLICKLEDGER_REAL_DATA ?? '', 'ga360-merch-2017-08-01');
const mappingFile = join(import.meta.dirname, '../../examples/ga360-sessions.mapping.json');

type Group = { sessions: number; revenue?: number; revenue_total: number };
type Expected = {
  totals: {
    sessions: number;
    users: number;
    transactions: number;
    distinct_transaction_ids: number;
    buyers: number;
    transactionRevenue_usd: number;
    totalTransactionRevenue_usd: number;
  };
  by_channel: (Group & { channelGrouping: string })[];
  by_country: (Group & { country: string })[];
  by_us_region: (Group & { region: string })[];
  by_device: (Group & { deviceCategory: string })[];
};

async function rowsBy(mappingText: string): Promise<EventRow[]> {
  const readRow = byMapping(
    readMapping(mappingText, 'mapping'),
    readerOf({ decimal: 'dot', dates: 'mdy' }),
  );
  const events: object[] = [];
  const { lines } = await openRows(join(folder, 'sessions.csv'), ',');
  for await (const line of lines) {
    if ('fault' in line) throw new Error(line.fault);
    for (const outcome of readRow(line.row)) {
      if ('fault' in outcome) throw new Error(outcome.fault.message);
      events.push(outcome.event);
    }
  }
  const { deliveries, refusals } = acceptEvents(events, {
    project: { id: 1, timezone: 'America/Los_Angeles', currency: 'USD', primaryEvent: 'purchase' },
    at: new Date('2026-11-20T12:00:00Z'),
    backfill: true,
    rateOf: () => null,
  });
  expect(refusals).toEqual([]);
  expect(new Set(deliveries.map(({ deliveryId }) => deliveryId)).size).toBe(events.length);
  return deliveries.flatMap(({ accepted }) => (accepted.kind === 'event' ? [accepted.event] : []));
}

const cents = (value: string): number => Math.round(Number(value) * 100);
const named = (rows: readonly EventRow[], name: string) =>
  rows.filter((row) => row.event_name === name);

/** Purchases by the key that joins several deliveries to one conversion. */
function uniquePurchases(rows: readonly EventRow[]): EventRow[] {
  return [...new Map(named(rows, 'purchase').map((row) => [row.dedup_key, row])).values()];
}

const revenueOf = (rows: readonly EventRow[]) =>
  uniquePurchases(rows).reduce((sum, row) => sum + cents(row.value), 0) / 100;

describe.skipIf(!process.env.CLICKLEDGER_REAL_DATA)(
  'a day of a real shop, as it is collected',
  () => {
    let expected: Expected;
    let rows: EventRow[];
    let clickById: Map<string, EventRow>;

    beforeAll(async () => {
      expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
      rows = await rowsBy(readFileSync(mappingFile, 'utf8'));
      clickById = new Map(named(rows, 'click').map((row) => [row.click_id, row]));
    });

    it('has every session and every transaction', () => {
      const { totals } = expected;
      const clicks = named(rows, 'click');
      expect(clicks).toHaveLength(totals.sessions);
      expect(clickById.size).toBe(totals.sessions);
      expect(new Set(clicks.map((row) => row.visitor_id)).size).toBe(totals.users);
      expect(named(rows, 'purchase')).toHaveLength(totals.transactions);
      expect(uniquePurchases(rows)).toHaveLength(totals.distinct_transaction_ids);
      expect(new Set(uniquePurchases(rows).map((row) => row.visitor_id)).size).toBe(totals.buyers);
      expect(revenueOf(rows)).toBe(totals.transactionRevenue_usd);
    });

    it('has the revenue of the other column when that is mapped', async () => {
      const text = readFileSync(mappingFile, 'utf8');
      const total = await rowsBy(
        text.replace('"transactionRevenue_micros"', '"totalTransactionRevenue_micros"'),
      );
      expect(revenueOf(total)).toBe(expected.totals.totalTransactionRevenue_usd);
    });

    it.each<
      [name: string, key: (row: EventRow) => string, groups: () => (Group & { key: string })[]]
    >([
      [
        'channel',
        (row) => row.channel,
        () => expected.by_channel.map((one) => ({ ...one, key: one.channelGrouping })),
      ],
      [
        'country',
        (row) => row.country,
        () => expected.by_country.map((one) => ({ ...one, key: countryOf(one.country) })),
      ],
      [
        'device',
        (row) => row.device,
        () => expected.by_device.map((one) => ({ ...one, key: one.deviceCategory })),
      ],
    ])('has the sessions and the revenue of every %s', (_, key, groups) => {
      const clicks = grouped(named(rows, 'click'), key);
      const sold = grouped(uniquePurchases(rows), (row) => key(clickById.get(row.click_id) ?? row));
      expect(new Set(groups().map((group) => group.key)).size).toBe(groups().length);
      expect(clicks.size).toBe(groups().length);
      for (const group of groups()) {
        expect([group.key, clicks.get(group.key)?.length]).toEqual([group.key, group.sessions]);
        const revenue =
          (sold.get(group.key) ?? []).reduce((sum, row) => sum + cents(row.value), 0) / 100;
        expect([group.key, revenue]).toEqual([group.key, group.revenue]);
      }
    });

    it('has the sessions of every region of the United States', () => {
      const clicks = grouped(
        named(rows, 'click').filter((row) => row.country === 'US'),
        (row) => row.state,
      );
      const regions = expected.by_us_region.map(({ region, sessions }) => [
        usStateOf(region),
        sessions,
      ]);
      expect([...clicks].map(([state, found]) => [state, found.length]).sort()).toEqual(
        regions.sort(),
      );
    });

    it('reads the same sessions from the nested parquet file', async () => {
      const { lines, read } = await openRows(join(folder, 'ga_sample.parquet'), ',');
      const readRow = byMapping(
        readMapping(
          JSON.stringify({
            events: [
              {
                fields: {
                  event_name: { const: 'click' },
                  event_time: { column: 'visitStartTime' },
                  click_id: { template: '{fullVisitorId}-{visitId}' },
                  country: { column: 'geoNetwork.country', as: 'country' },
                },
              },
            ],
          }),
          'mapping',
        ),
        readerOf({ decimal: 'dot', dates: 'mdy' }),
      );
      const found: unknown[] = [];
      for await (const line of lines) {
        for (const outcome of 'row' in line ? readRow(line.row) : []) {
          if ('event' in outcome)
            found.push([outcome.event.click_id, outcome.event.event_time, outcome.event.country]);
        }
      }
      expect(read()).toBe(1);
      const wanted = [...clickById.values()].map((row) => [
        row.click_id,
        Date.parse(row.event_time),
        row.country,
      ]);
      expect(found.sort()).toEqual(wanted.sort());
    });
  },
);

function grouped(
  rows: readonly EventRow[],
  key: (row: EventRow) => string,
): Map<string, EventRow[]> {
  const groups = new Map<string, EventRow[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}
