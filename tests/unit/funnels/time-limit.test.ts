import { ClickHouseError } from '@clickhouse/client';
import { expect, it } from 'vitest';
import type { AnalyticsReader } from '#server/analytics/runner/analytics-reader.ts';
import { bounded } from '#server/funnels/time-limit.ts';
import { unavailable } from '#server/platform/refusal.ts';
import { heavy } from '#server/warehouse/read-with-retry.ts';

/** A reader whose statements fail in this way. */
const failing = (error: Error): Pick<AnalyticsReader, 'select'> => ({
  select: async () => {
    throw error;
  },
});
const refused = (code: string) => new ClickHouseError({ message: 'refused', code, type: '' });
const failureOf = (error: Error) =>
  bounded(failing(error))
    .select({ sql: 'SELECT 1', parameters: {} })
    .catch((thrown: unknown) => thrown);

it('explains how to ask for less when the engine gave up', async () => {
  expect(await failureOf(unavailable(heavy))).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('Choose fewer days'), code: 'query_too_heavy' },
  });
});

it('names the filter whose expression cannot be read', async () => {
  expect(await failureOf(refused('427'))).toMatchObject({
    status: 400,
    body: { filters: [expect.stringContaining('RE2')] },
  });
});

it('passes on every other failure', async () => {
  const failure = refused('999');
  expect(await failureOf(failure)).toBe(failure);
});
