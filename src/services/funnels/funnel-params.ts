import { type FunnelRange, funnelPeriod, todayIn } from '#model/funnels.ts';

/** What the figures of funnels are asked for. */
export type FunnelQuestion = {
  project: number;
  /** The ids of the chosen affiliates; none for all. */
  affiliates: readonly number[];
  timezone: string;
  range: FunnelRange;
};

/** The parameters that every call of figures has. */
export const funnelParamsOf = (
  { project, affiliates, timezone, range }: FunnelQuestion,
  now: number,
) => ({
  project_id: project,
  affiliate_id: affiliates.length === 0 ? 'all' : affiliates.join(','),
  timezone,
  ...funnelPeriod(range, todayIn(now, timezone)),
});
