import { ClickHouseError } from '@clickhouse/client';
import { expect, it } from 'vitest';
import type { AnalyticsReader } from '#server/analytics/runner/analytics-reader.ts';
import { bounded } from '#server/funnels/report/time-limit.ts';

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

it.each(['159', '241'])(
  'explains how to ask for less when the engine gives up with %s',
  async (code) => {
    expect(await failureOf(refused(code))).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('Choose fewer days'), code: 'query_too_heavy' },
    });
  },
);

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
