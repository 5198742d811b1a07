import type { ClickHouseClient } from '@clickhouse/client';
import type { Exposure, Report } from '#tests/support/split-tests/plain-outcomes.ts';

const clickhouse_settings = { date_time_input_format: 'best_effort' } as const;
const time = (ms: number) => new Date(ms).toISOString();

/** Exposures of a test as the pipeline stores them, in the order of their arrival. */
export async function insertExposures(
  writer: ClickHouseClient,
  project: number,
  exposures: readonly Exposure[],
  test = 'test-1',
): Promise<void> {
  await writer.insert({
    table: 'events',
    values: exposures.map(({ visitor, click, variant, at, arrival }, place) => ({
      project_id: project,
      event_name: 'experiment_exposure',
      event_time: time(at),
      ingested_at: time(arrival),
      event_uid: `exposure-${String(place).padStart(6, '0')}`,
      side: 'browser',
      visitor_id: visitor,
      click_id: click,
      test_id: test,
      test_variant: variant,
      test_phase: 1,
    })),
    format: 'JSONEachRow',
    clickhouse_settings,
  });
}

/** Versions of conversions as the pipeline stores them. */
export async function insertReports(
  writer: ClickHouseClient,
  project: number,
  reports: readonly Report[],
): Promise<void> {
  await writer.insert({
    table: 'conversion_versions',
    values: reports.map(({ id, version, at, known, worth, paid, counts, click, visitor }) => ({
      project_id: project,
      conversion_id: id,
      side: 'server',
      version,
      deleted: 0,
      known_at: time(known),
      record: 'conversion',
      event_name: 'purchase',
      event_time: time(at),
      event_uid: id,
      value: String(worth),
      payout: String(paid),
      status: counts ? 'approved' : 'rejected',
      excluded_reason: counts ? '' : 'rejected',
      click_id: click,
      visitor_id: visitor,
    })),
    format: 'JSONEachRow',
    clickhouse_settings,
  });
}
