import type { ClickHouseClient } from '@clickhouse/client';
import { eq } from 'drizzle-orm';
import { readPrimaryEvent } from '../../attribution/primary-event.ts';
import { type Connection, orm } from '../../database/orm.ts';
import { offers, postbackTests } from '../../database/schema/offers.ts';
import { readTermsOf } from '../offer-facts.ts';
import type { OfferRow } from '../offer-rows.ts';
import { readTestEvents } from './test-events.ts';
import { progressOf } from './test-progress.ts';

export type TestRow = typeof postbackTests.$inferSelect;

type Dependencies = { pool: Connection; reader: ClickHouseClient; now: () => Date };

/** Stores how far a running test has come; its end also dates the last test of the offer. */
export async function advanceTest(
  { pool, reader, now }: Dependencies,
  test: TestRow,
  row: OfferRow,
  leaving: AbortSignal,
): Promise<TestRow> {
  if (test.result.state !== 'running' || test.clickId === null) return test;
  const { projectId: project } = row;
  const [event, terms, currency] = await Promise.all([
    readPrimaryEvent(pool, project),
    readTermsOf(pool, [row.id]),
    readCurrency(pool, project),
  ]);
  const events = await readTestEvents(reader, { project, click: test.clickId, event }, leaving);
  const at = now();
  const result = progressOf({
    result: test.result,
    startedAt: test.startedAt.getTime(),
    now: at.getTime(),
    ...events,
    terms: terms.get(row.id) ?? [],
    currency,
    handsOnId: row.url === '' || /\{click_id\}|%7Bclick_id%7D/i.test(row.url),
  });
  if (JSON.stringify(result) === JSON.stringify(test.result)) return test;
  const [stored] = await orm(pool)
    .update(postbackTests)
    .set({ result })
    .where(eq(postbackTests.id, test.id))
    .returning();
  if (result.state === 'passed') {
    await orm(pool).update(offers).set({ testedAt: at }).where(eq(offers.id, row.id));
  }
  return stored ?? { ...test, result };
}

export async function readCurrency(connection: Connection, project: number): Promise<string> {
  const { rows } = await connection.query<{ currency: string }>(
    'select currency from projects where id = $1',
    [project],
  );
  return rows[0]?.currency ?? 'USD';
}
