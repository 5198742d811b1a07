import type pg from 'pg';
import type { OnSkipped, SkippedConversion } from '../attribution/skip-failing.ts';
import { groupByKeys } from '../platform/group-by.ts';
import type { Log } from '../platform/logger.ts';
import { conversionItem } from './item-names.ts';
import { noteFailedTries } from './repository.ts';

/**
 * Conversions that are left out of the figures: collected while others are computed, and stored afterwards. What
 * cannot be stored is kept for the next time.
 */
export type SkippedConversions = { onSkipped: OnSkipped; store(): Promise<void> };

export function collectSkipped({
  pool,
  log,
  now,
}: {
  pool: pg.Pool;
  log: Log;
  now: () => Date;
}): SkippedConversions {
  let waiting: SkippedConversion[] = [];
  return {
    onSkipped(left) {
      log.error(left, 'a conversion cannot be added to the figures and is left out');
      waiting.push(left);
    },
    async store() {
      const byProject = groupByKeys(waiting, ({ project }) => [String(project)]);
      for (const [name, skipped] of byProject) {
        const project = Number(name);
        const failed = skipped.map((one) => ({ item: conversionItem(one), reason: one.reason }));
        await noteFailedTries(pool, { project, queue: 'conversions', failed }, { now: now() });
        waiting = waiting.filter((left) => !skipped.includes(left));
      }
    },
  };
}
