import type { ClickHouseClient } from '@clickhouse/client';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { Definition, EventFilter } from '#contract/funnels/definition.ts';
import { daysIn, longestPeriod, type Period, windowOf } from '#contract/period.ts';
import type { Access } from '../../access/access.ts';
import { memberForInput } from '../../access/require-capability.ts';
import type { ProjectScope } from '../../access/scope.ts';
import type { ReportDependencies } from '../../analytics/dashboard/report-answers.ts';
import type { AnalyticsReader } from '../../analytics/runner/analytics-reader.ts';
import { readPrimaryEvent } from '../../attribution/primary-event.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { type FunnelIdentity, readFunnel } from '../published.ts';
import { isPaid } from '../query/attempt-money.ts';
import { type FunnelQuestion, minute } from '../query/funnel-question.ts';
import { requireRegexes } from '../regex-fault.ts';
import { bounded } from '../time-limit.ts';

export type FunnelReportDependencies = Pick<
  ReportDependencies,
  'pool' | 'analyticsFor' | 'now' | 'watermark' | 'resolveScope'
> & {
  /** The read-only client of the warehouse. */
  reader: ClickHouseClient;
};

type Selection = Period & {
  project_id: number;
  affiliate_id: readonly string[];
  timezone: string;
  filters?: readonly EventFilter[] | undefined;
};

export type FunnelCall<Query extends Selection = Selection> = {
  params: { slug: string };
  query: Query;
  access: Access;
  leaving?: AbortSignal;
};

/** A funnel, whose people it may count, and the means to count them. */
export type RequestedFunnel = {
  funnel: FunnelIdentity & { version: number };
  definition: Definition;
  scope: ProjectScope;
  analytics: AnalyticsReader;
  question: FunnelQuestion;
  period: Period;
  timezone: string;
  /** All events before this minute are counted. */
  asOf: Date;
  places: number;
  /** Whether a conversion can take a step; if not, the revenue of people is unknown. */
  isPaid: boolean;
};

/** Finds the funnel of a call and what its caller may read. */
export async function requestedFunnel(
  { pool, reader, analyticsFor, now, watermark, resolveScope }: FunnelReportDependencies,
  { params: { slug }, query, access, leaving }: FunnelCall,
): Promise<RequestedFunnel> {
  const { projectId } = memberForInput(access, query.project_id);
  const [scope, funnel, complete] = await Promise.all([
    resolveScope(access, query),
    readFunnel(pool, projectId, slug, { now: now() }),
    watermark(),
  ]);
  const project = scope.projects.find(({ id }) => id === projectId);
  if (!funnel || !project) throw notFound();
  const { published, ...identity } = funnel;
  if (!published) {
    throw new Refusal(422, { detail: 'Publish this funnel to see its figures.' });
  }
  const { timezone } = query;
  const period = periodIn(query);
  await requireRegexes(reader, { filters: query.filters });
  const analytics = bounded(analyticsFor(access.userId, leaving, [projectId]));
  const { definition } = published;
  const question: FunnelQuestion = {
    project: projectId,
    primary: await readPrimaryEvent(pool, projectId),
    definition,
    window: windowOf(period, timezone),
    affids: project.affids,
    filters: query.filters ?? [],
  };
  return {
    funnel: { ...identity, version: published.version },
    definition,
    scope: project,
    analytics,
    question,
    period,
    timezone,
    asOf: minuteOf(complete),
    places: moneyPlaces(project.currency),
    isPaid: isPaid(question),
  };
}

/** The minute of a moment. Questions of one minute are equal, so that their answers can be kept. */
export const minuteOf = (moment: Date): Date =>
  new Date(Math.floor(moment.getTime() / minute) * minute);

function periodIn({ start, end }: Period): Period {
  if (start > end) throw invalid('end', 'The last day is before the first.');
  if (daysIn({ start, end }) > longestPeriod) {
    throw invalid('end', `Choose at most ${longestPeriod} days.`);
  }
  return { start, end };
}
