import type { Row } from '../compiler/result-row.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { createQueryRunner } from '../runner/query-runner.ts';
import { type Part, partRunner, type ResolvedQuery } from '../runner/resolved-query.ts';
import { arrivedMeasure, arrivedModel } from './arrived-share.ts';
import { type Curves, delayCurves } from './delay-curve.ts';
import { readDelays } from './delays.ts';

export type EvidenceGroup = Pick<Part, 'dimensions' | 'granularity'>;

/** The additional queries of a report that asks for evidence. */
export type EvidenceQuery = {
  /** Recent clicks of each group and their settled share; null while too few delays are known. */
  recent(grouped: EvidenceGroup): Promise<Row[] | null>;
  /** What clicks of the period have brought up to now, whenever it came. */
  earned(grouped: EvidenceGroup, measures: readonly string[]): Promise<Row[]>;
};

const DAY = 86_400;
/** Days after a click in which a conversion is credited to it. */
const longest = 30;
const most = 100_000;

export function createEvidenceQuery(
  analytics: AnalyticsReader,
  resolved: ResolvedQuery,
): EvidenceQuery {
  const { attribution, window, now } = resolved;
  const horizon = Math.min(attribution.lookbackDays, longest) * DAY;
  const young = {
    from: new Date(Math.max(window.from.getTime(), now.getTime() - horizon * 1000)),
    to: window.to,
  };
  let learning: Promise<Curves | null> | null = null;
  const learn = async () =>
    delayCurves(await readDelays(analytics.select, analytics.model, resolved, horizon));
  return {
    async recent(grouped) {
      if (young.from >= young.to) return [];
      learning ??= learn();
      const curves = await learning;
      if (!curves) return null;
      const model = arrivedModel(analytics.model, curves, now, horizon);
      return partRunner(
        createQueryRunner(analytics.select, model),
        resolved,
      )({
        ...grouped,
        measures: ['clicks', arrivedMeasure],
        window: young,
        filters: [{ member: 'record', operator: 'equals', values: ['click'] }],
        limit: most,
      });
    },
    earned(grouped, measures) {
      const { runQuery } = analytics.credited({ ...attribution, clock: 'click' });
      return partRunner(
        runQuery,
        resolved,
      )({
        ...grouped,
        measures,
        filters: [
          { member: 'record', operator: 'equals', values: ['conversion'] },
          { member: 'attributed', operator: 'equals', values: ['1'] },
        ],
        limit: most,
      });
    },
  };
}
