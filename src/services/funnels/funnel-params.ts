import type { FunnelQuestion } from '#model/funnels.ts';
import { ownPeriod, todayIn } from '#model/own-days.ts';

/** The parameters that every call of figures has. */
export const funnelParamsOf = (
  { project, affiliates, timezone, range }: FunnelQuestion,
  now: number,
) => ({
  project_id: project,
  affiliate_id: affiliates.length > 0 ? affiliates.join(',') : undefined,
  timezone,
  ...ownPeriod(range, todayIn(now, timezone)),
});
