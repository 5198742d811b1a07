import { type FunnelQuestion, funnelPeriod, todayIn } from '#model/funnels.ts';

/** The parameters that every call of figures has. */
export const funnelParamsOf = (
  { project, affiliates, timezone, range }: FunnelQuestion,
  now: number,
) => ({
  project_id: project,
  affiliate_id: affiliates.length > 0 ? affiliates.join(',') : undefined,
  timezone,
  ...funnelPeriod(range, todayIn(now, timezone)),
});
