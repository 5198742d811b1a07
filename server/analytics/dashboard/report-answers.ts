import type pg from 'pg';
import type { FigureRowsQuery } from '#contract/analytics/figure-rows.ts';
import {
  defaultFunnelWindow,
  type FunnelQuery,
  type ReportQuery,
  type TableQuery,
} from '#contract/analytics/report-query.ts';
import type { ConversionSelection, ConversionSummaryQuery } from '#contract/conversions/query.ts';
import type { Access } from '../../access/access.ts';
import { type Scope, scopeOf } from '../../access/scope.ts';
import { primaryEvent } from '../../attribution/primary-event.ts';
import { invalid } from '../../platform/refusal.ts';
import { selectConversions } from '../conversion-rows/selected-conversions.ts';
import { createEvidenceQuery } from '../evidence/evidence-query.ts';
import { figureRows } from '../figure-rows/figure-rows.ts';
import { funnelFigureIn, funnelRows } from '../figure-rows/funnel-rows.ts';
import { bqData } from '../reports/bq-data.ts';
import { ccData } from '../reports/cc-data.ts';
import { clicks } from '../reports/clicks.ts';
import { ledgerOf } from '../reports/conversion-ledger.ts';
import { conversionSummary } from '../reports/conversion-summary.ts';
import { countryBreakdown } from '../reports/country-breakdown.ts';
import {
  createExcludedCounter,
  noExcludedCounter,
  readExcluded,
} from '../reports/excluded-counts.ts';
import { funnelAnalysisData } from '../reports/funnel-analysis-data.ts';
import { payments } from '../reports/payments.ts';
import { rcChartData } from '../reports/rc-chart-data.ts';
import { rcData } from '../reports/rc-data.ts';
import { rcTableData } from '../reports/rc-table-data.ts';
import type { Report } from '../reports/report.ts';
import { reportMeta } from '../reports/report-meta.ts';
import { revenueDateRange } from '../reports/revenue-date-range.ts';
import { revenueLastYear } from '../reports/revenue-last-year.ts';
import { statesBreakdown } from '../reports/states-breakdown.ts';
import { weekdayHours } from '../reports/weekday-hours.ts';
import type { AnalyticsReader, AnalyticsReaderFor } from '../runner/analytics-reader.ts';
import { partRunner, type RequestedQuery, resolveQuery } from '../runner/resolved-query.ts';
import { firstEventAt } from './first-event.ts';
import type { OwnFunnels } from './own-funnel.ts';

export type ReportDependencies = {
  pool: pg.Pool;
  analyticsFor: AnalyticsReaderFor;
  now: () => Date;
  /** Everything acknowledged before this instant is in the figures. */
  watermark: () => Promise<Date>;
  resolveScope: (
    access: Access,
    selection: { affiliate_id: readonly string[]; project_id?: number | undefined },
  ) => Promise<Scope>;
  ownFunnels: OwnFunnels;
};

export type ReportCall<Query> = { query: Query; access: Access; leaving?: AbortSignal };
type Read<Data> = (report: Report, analytics: AnalyticsReader) => Promise<Data>;
type Answering<Data> = {
  read: Read<Data>;
  /** Whether the report itself counts its excluded rows, through its `excludedCounter`. */
  isCounting?: boolean;
};

const nothing = { bots: 0, duplicates: 0, tests: 0, rejected: 0, no_rate: 0 };

/** The answer of each dashboard call by its name in the contract, the same over HTTP and in an export. */
export function reportAnswers({
  pool,
  analyticsFor,
  now,
  watermark,
  resolveScope,
  ownFunnels,
}: ReportDependencies) {
  async function within<Data>(
    scope: Scope,
    call: ReportCall<RequestedQuery>,
    { read, isCounting = false }: Answering<Data>,
  ) {
    const started = performance.now();
    const { query, access, leaving } = call;
    const analytics = analyticsFor(access.userId, leaving, idsOf(scope));
    const resolved = resolveQuery(query, scope, now());
    const { runQuery, count, sumGroups, runJsonQuery, model } = analytics.credited(
      resolved.attribution,
    );
    const isEmpty = scope.projects.length === 0;
    const excludedCounter =
      isCounting && query.excluded && !isEmpty ? createExcludedCounter({ model, resolved }) : null;
    const report: Report = {
      resolved,
      model,
      runQuery: partRunner(runQuery, resolved),
      count: partRunner(count, resolved),
      sumGroups: partRunner(sumGroups, resolved),
      evidenceQuery: query.evidence && !isEmpty ? createEvidenceQuery(analytics, resolved) : null,
      excludedCounter: excludedCounter ?? noExcludedCounter,
    };
    const leftOut = async () => (isEmpty ? nothing : readExcluded(runQuery, model, resolved));
    const [data, apart, complete] = await Promise.all([
      read(report, { ...analytics, runJsonQuery }),
      query.excluded && !excludedCounter ? leftOut() : undefined,
      watermark(),
    ]);
    const excluded = excludedCounter ? excludedCounter.counts() : apart;
    const { version } = model;
    return { data, meta: reportMeta(resolved, { excluded, complete, version, started }) };
  }

  const answer = async <Data>(call: ReportCall<RequestedQuery>, read: Read<Data>) =>
    within(await resolveScope(call.access, call.query), call, { read });
  const counting = async <Data>(call: ReportCall<RequestedQuery>, read: Read<Data>) =>
    within(await resolveScope(call.access, call.query), call, { read, isCounting: true });

  /** The event that counts as the conversion, by project. */
  async function primariesOf({ projects }: Scope): Promise<Map<number, string>> {
    const { rows } = await pool.query<{ id: number; event: string }>(
      `select p.id, ${primaryEvent} as event from projects p where p.id = any($1)`,
      [projects.map(({ id }) => id)],
    );
    return new Map(rows.map(({ id, event }) => [id, event]));
  }

  /** A funnel has one goal: that of the first project. */
  const firstPrimary = async ({ projects }: Scope): Promise<string> => {
    const [primary = 'purchase'] = (await primariesOf({ projects: projects.slice(0, 1) })).values();
    return primary;
  };

  return {
    rcData: (call: ReportCall<ReportQuery>) => answer(call, rcData),
    rcChartData: (call: ReportCall<ReportQuery>) => answer(call, rcChartData),
    ccData: (call: ReportCall<ReportQuery>) => counting(call, ccData),
    clicks: (call: ReportCall<ReportQuery>) => counting(call, clicks),
    rcTableData: (call: ReportCall<TableQuery>) =>
      answer(call, (report, analytics) => rcTableData(report, call.query, analytics)),
    /** Its data are the rows of a JSON array. */
    bqData: (call: ReportCall<ReportQuery>) =>
      answer(call, (report, { runJsonQuery }) => bqData(report, runJsonQuery)),
    conversionSummary: (call: ReportCall<ConversionSummaryQuery>) =>
      answer(call, (report) => conversionSummary(report, call.query)),
    async conversionLedger({ query, access, leaving }: ReportCall<ConversionSelection>) {
      const started = performance.now();
      const selected = selectConversions(query, await resolveScope(access, query), now());
      const analytics = analyticsFor(access.userId, leaving);
      const [data, complete] = await Promise.all([ledgerOf(selected, analytics), watermark()]);
      const { version } = analytics.model;
      return {
        data,
        meta: reportMeta(selected.resolved, { excluded: undefined, complete, version, started }),
      };
    },
    async figureRows(call: ReportCall<FigureRowsQuery>) {
      const { query } = call;
      return answer(
        { ...call, query: { ...query, parent: query.cell, excluded: false } },
        async (report, analytics) => {
          const { scope } = report.resolved;
          let { figure } = query;
          if (figure.startsWith('funnel_')) {
            const primary = await firstPrimary(scope);
            const funnelFigure = funnelFigureIn(figure, primary);
            const isGoal = funnelFigure?.kind === 'events' && funnelFigure.step === primary;
            if (funnelFigure && !isGoal) {
              const minutes = defaultFunnelWindow;
              return funnelRows(report, query, { ...funnelFigure, analytics, primary, minutes });
            }
            if (isGoal) figure = 'conversions';
          }
          const wanted = { ...query, figure };
          return figureRows(report, wanted, { analytics, primaryEvents: await primariesOf(scope) });
        },
      );
    },
    countryBreakdown: (call: ReportCall<ReportQuery>) => answer(call, countryBreakdown),
    statesBreakdown: (call: ReportCall<ReportQuery>) => answer(call, statesBreakdown),
    weekdayHours: (call: ReportCall<ReportQuery>) => answer(call, weekdayHours),
    revenueDateRange: (call: ReportCall<ReportQuery>) =>
      answer(call, (report, { select, model }) =>
        revenueDateRange(report, () => firstEventAt(select, model, report.resolved.scope)),
      ),
    revenueLastYear: (call: ReportCall<ReportQuery>) => answer(call, revenueLastYear),
    async funnelAnalysisData(call: ReportCall<FunnelQuery>) {
      const { funnel, window_minutes: minutes } = call.query;
      const { projects } = await resolveScope(call.access, call.query);
      const [project] = projects;
      const asOf = call.query.as_of ? new Date(call.query.as_of) : undefined;
      const own = projects.length === 1 && project ? await ownFunnels(project, funnel, asOf) : null;
      if (own) {
        return answer(call, (report, { select }) => own(report, call.query, select));
      }
      if (funnel !== 'default') throw invalid('funnel', 'This funnel does not exist.');
      return counting(call, async (report, { select }) => {
        const primary = await firstPrimary(report.resolved.scope);
        return funnelAnalysisData(report, { select, primary, minutes });
      });
    },
    rcPaymentData: (call: ReportCall<ReportQuery>) =>
      answer(call, (report) => payments(report, pool)),
    async allRcPaymentData(call: ReportCall<Omit<ReportQuery, 'affiliate_id'>>) {
      const { query, access } = call;
      const scope = access.isDebug ? everythingOf(access) : { projects: [] };
      return within(
        scope,
        { ...call, query: { ...query, affiliate_id: ['all'] } },
        {
          read: async (report) => (scope.projects.length > 0 ? payments(report, pool) : []),
        },
      );
    },
  };
}

export type ReportAnswers = ReturnType<typeof reportAnswers>;

const idsOf = ({ projects }: Scope): number[] => projects.map(({ id }) => id);

const everythingOf = ({ memberships }: Access): Scope => ({ projects: memberships.map(scopeOf) });
