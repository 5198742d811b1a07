import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { storedZone } from '#contract/time-zone.ts';
import { primaryEvent } from '../../attribution/primary-event.ts';
import type { CollectProject } from '../../collect/collect-project.ts';

/** For how long after its start a test can be completed. */
export const testLasts = 5 * 60_000;

export type TestClicks = {
  /** A key that reports the conversion of this test click, and nothing else. */
  keyOf(clickId: string): string;
  /** The project of such a key, while its test lasts. */
  projectOf(key: string, clickId: string): Promise<CollectProject | null>;
  isTest(projectId: number, clickId: string): Promise<boolean>;
};

const beginning = 'pbt_';
export const isTestKey = (key: string): boolean => key.startsWith(beginning);

/** The clicks of postback tests, whose conversions never count. */
export function createTestClicks({
  pool,
  secret,
  now,
}: {
  pool: pg.Pool;
  secret: string;
  now: () => Date;
}): TestClicks {
  const keyOf = (clickId: string) =>
    beginning + createHmac('sha256', secret).update(`postback test ${clickId}`).digest('base64url');
  return {
    keyOf,
    async projectOf(key, clickId) {
      const [given, own] = [Buffer.from(key), Buffer.from(keyOf(clickId))];
      if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
      const { rows } = await pool.query<CollectProject>({
        text: `select p.id, p.timezone, p.currency, p.keep_addresses as "keepAddresses", ${primaryEvent} as "primaryEvent"
          from postback_tests test join offers offer on offer.id = test.offer_id join projects p on p.id = offer.project_id
          where test.click_id = $1 and test.started_at > $2`,
        values: [clickId, new Date(now().getTime() - testLasts)],
      });
      const [project] = rows;
      return project ? { ...project, timezone: storedZone(project.timezone) } : null;
    },
    async isTest(projectId, clickId) {
      const { rows } = await pool.query(
        `select 1 from postback_tests test join offers offer on offer.id = test.offer_id
         where test.click_id = $1 and offer.project_id = $2`,
        [clickId, projectId],
      );
      return rows.length > 0;
    },
  };
}
