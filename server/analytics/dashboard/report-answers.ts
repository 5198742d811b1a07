import type pg from 'pg';
import type { FigureRowsQuery } from '#contract/analytics/figure-rows.ts';
import {
  type FunnelQuery,
  followedMinutes,
  type ReportQuery,
  type TableQuery,
} from '#contract/analytics/report-query.ts';
import type { ConversionSelection, ConversionSummaryQuery } from '#contract/conversions/query.ts';
import { primaryEvent } from '#server/attribution/primary-event.ts';
import type { Access } from '../../access/access.ts';
import type { Scope } from '../../access/scope.ts';
import { invalid } from '../../platform/refusal.ts';
import { chosenBy } from '../conversion-rows/selected-conversions.ts';
import { gatheringOf } from '../evidence/evidence-query.ts';
import { figureRows } from '../figure-rows/figure-rows.ts';
import { funnelFigureIn, funnelRows } from '../figure-rows/funnel-rows.ts';
import { bqData } from '../reports/bq-data.ts';
import { ccData } from '../reports/cc-data.ts';
import { clicks } from '../reports/clicks.ts';
import { ledgerOf } from '../reports/conversion-ledger.ts';
import { conversionSummary } from '../reports/conversion-summary.ts';
import { countryBreakdown } from '../reports/country-breakdown.ts';
import { countingBeside, excludedIn, nothingBeside } from '../reports/excluded-counts.ts';
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
import type { Reading, ReadingFor } from '../runner/readings.ts';
import { asking, type Inquired, inquiryOf } from '../runner/report-inquiry.ts';
import { firstEventAt } from './first-event.ts';

export type ReportDependencies = {
  pool: pg.Pool;
  readingFor: ReadingFor;
  now: () => Date;
  /** Everything acknowledged before this instant is in the figures. */
  watermark: () => Promise<Date>;
  resolveScope: (
    access: Access,
    selection: { affiliate_id: readonly string[]; project_id?: number | undefined },
  ) => Promise<Scope>;
};

export type Asked<Query> = { query: Query; access: Access; leaving?: AbortSignal };
type Read<Data> = (report: Report, reading: Reading) => Promise<Data>;
type Answering<Data> = {
  read: Read<Data>;
  /** Whether it counts what it leaves out itself, by `beside` of its report. */
  isCounting?: boolean;
};

const nothing = { bots: 0, duplicates: 0, tests: 0, rejected: 0, no_rate: 0 };

/** What each dashboard call answers, by its name in the contract: over HTTP and in an export the same. */
export function reportAnswers({
  pool,
  readingFor,
  now,
  watermark,
  resolveScope,
}: ReportDependencies) {
  async function within<Data>(
    scope: Scope,
    asked: Asked<Inquired>,
    { read, isCounting = false }: Answering<Data>,
  ) {
    const started = performance.now();
    const { query, access, leaving } = asked;
    const reading = readingFor(access.userId, leaving);
    const inquiry = inquiryOf(query, scope, now());
    const { ask, count, write, model } = reading.credited(inquiry.attribution);
    const isEmpty = scope.projects.length === 0;
    const beside = isCounting && query.excluded && !isEmpty ? countingBeside(model) : null;
    const report: Report = {
      inquiry,
      model,
      ask: asking(ask, inquiry),
      count: asking(count, inquiry),
      gathering: query.evidence && !isEmpty ? gatheringOf(reading, inquiry) : null,
      beside: beside ?? nothingBeside,
    };
    const leftOut = async () => (isEmpty ? nothing : excludedIn(ask, model, inquiry));
    const [data, apart, complete] = await Promise.all([
      read(report, { ...reading, write }),
      query.excluded && !beside ? leftOut() : undefined,
      watermark(),
    ]);
    const excluded = beside ? beside.counts() : apart;
    const { version } = model;
    return { data, meta: reportMeta(inquiry, { excluded, complete, version, started }) };
  }

  const answer = async <Data>(asked: Asked<Inquired>, read: Read<Data>) =>
    within(await resolveScope(asked.access, asked.query), asked, { read });
  const counting = async <Data>(asked: Asked<Inquired>, read: Read<Data>) =>
    within(await resolveScope(asked.access, asked.query), asked, { read, isCounting: true });

  /** The event that is a conversion, by project. */
  async function primariesOf({ projects }: Scope): Promise<Map<number, string>> {
    const { rows } = await pool.query<{ id: number; event: string }>(
      `select p.id, ${primaryEvent} as event from projects p where p.id = any($1)`,
      [projects.map(({ id }) => id)],
    );
    return new Map(rows.map(({ id, event }) => [id, event]));
  }

  /** Of a funnel, which has one end: that of the first project. */
  const firstPrimary = async ({ projects }: Scope): Promise<string> => {
    const [primary = 'purchase'] = (await primariesOf({ projects: projects.slice(0, 1) })).values();
    return primary;
  };

  return {
    rcData: (asked: Asked<ReportQuery>) => answer(asked, rcData),
    rcChartData: (asked: Asked<ReportQuery>) => answer(asked, rcChartData),
    ccData: (asked: Asked<ReportQuery>) => counting(asked, ccData),
    clicks: (asked: Asked<ReportQuery>) => counting(asked, clicks),
    rcTableData: (asked: Asked<TableQuery>) =>
      answer(asked, (report, reading) => rcTableData(report, asked.query, reading)),
    /** Its data are the rows of a JSON array. */
    bqData: (asked: Asked<ReportQuery>) =>
      answer(asked, (report, { write }) => bqData(report, write)),
    conversionSummary: (asked: Asked<ConversionSummaryQuery>) =>
      answer(asked, (report) => conversionSummary(report, asked.query)),
    async conversionLedger({ query, access, leaving }: Asked<ConversionSelection>) {
      const started = performance.now();
      const chosen = chosenBy(query, await resolveScope(access, query), now());
      const reading = readingFor(access.userId, leaving);
      const [data, complete] = await Promise.all([ledgerOf(chosen, reading), watermark()]);
      const { version } = reading.model;
      return {
        data,
        meta: reportMeta(chosen.inquiry, { excluded: undefined, complete, version, started }),
      };
    },
    async figureRows(asked: Asked<FigureRowsQuery>) {
      const { query } = asked;
      return answer(
        { ...asked, query: { ...query, parent: query.cell, excluded: false } },
        async (report, reading) => {
          const { scope } = report.inquiry;
          let { figure } = query;
          if (figure.startsWith('funnel_')) {
            const primary = await firstPrimary(scope);
            const asked = funnelFigureIn(figure, primary);
            const isGoal = asked?.kind === 'events' && asked.step === primary;
            if (asked && !isGoal) {
              const minutes = followedMinutes;
              return funnelRows(report, query, { ...asked, reading, primary, minutes });
            }
            if (isGoal) figure = 'conversions';
          }
          const wanted = { ...query, figure };
          return figureRows(report, wanted, { reading, primaries: await primariesOf(scope) });
        },
      );
    },
    countryBreakdown: (asked: Asked<ReportQuery>) => answer(asked, countryBreakdown),
    statesBreakdown: (asked: Asked<ReportQuery>) => answer(asked, statesBreakdown),
    revenueDateRange: (asked: Asked<ReportQuery>) =>
      answer(asked, (report, { select, model }) =>
        revenueDateRange(report, () => firstEventAt(select, model, report.inquiry.scope)),
      ),
    revenueLastYear: (asked: Asked<ReportQuery>) => answer(asked, revenueLastYear),
    async funnelAnalysisData(asked: Asked<FunnelQuery>) {
      const { funnel, window_minutes: minutes } = asked.query;
      if (funnel !== 'default') throw invalid('funnel', 'This funnel does not exist.');
      return counting(asked, async (report, { select }) => {
        const primary = await firstPrimary(report.inquiry.scope);
        return funnelAnalysisData(report, { select, primary, minutes });
      });
    },
    rcPaymentData: (asked: Asked<ReportQuery>) => answer(asked, (report) => payments(report, pool)),
    async allRcPaymentData(asked: Asked<Omit<ReportQuery, 'affiliate_id'>>) {
      const { query, access } = asked;
      const scope = access.isDebug ? everythingOf(access) : { projects: [] };
      return within(
        scope,
        { ...asked, query: { ...query, affiliate_id: ['all'] } },
        {
          read: async (report) => (scope.projects.length > 0 ? payments(report, pool) : []),
        },
      );
    },
  };
}

export type ReportAnswers = ReturnType<typeof reportAnswers>;

const everythingOf = ({ memberships }: Access): Scope => ({
  projects: memberships.map(({ projectId: id, name, slug, timezone, currency, affiliates }) => ({
    id,
    name,
    slug,
    timezone,
    currency,
    affids: affiliates?.map(({ affId }) => affId) ?? null,
  })),
});
