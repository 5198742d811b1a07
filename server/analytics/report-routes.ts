import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { ReportQuery } from '#contract/report.ts';
import type { Access } from '../accounts/access.ts';
import { invalid } from '../plugins/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { asking, excludedIn, inquiryOf } from './inquiry.ts';
import { firstEventAt } from './landmarks.ts';
import type { Reading } from './reading.ts';
import { bqData } from './reports/bq-data.ts';
import { ccData } from './reports/cc-data.ts';
import { clicks } from './reports/clicks.ts';
import { countryBreakdown } from './reports/country-breakdown.ts';
import { definitions } from './reports/definitions.ts';
import { funnelAnalysisData } from './reports/funnel-analysis-data.ts';
import { paramVariants } from './reports/param-variants.ts';
import { payments } from './reports/payments.ts';
import { rcChartData } from './reports/rc-chart-data.ts';
import { rcData } from './reports/rc-data.ts';
import { rcTableData } from './reports/rc-table-data.ts';
import type { Report } from './reports/report.ts';
import { reportMeta } from './reports/report-meta.ts';
import { revenueDateRange } from './reports/revenue-date-range.ts';
import { revenueLastYear } from './reports/revenue-last-year.ts';
import { statesBreakdown } from './reports/states-breakdown.ts';
import type { Scope } from './scope.ts';

export type ReportDependencies = {
  pool: pg.Pool;
  readingFor: (user: number) => Reading;
  now: () => Date;
  /** Everything acknowledged before this instant is in the figures. */
  watermark: () => Promise<Date>;
  resolveScope: (
    access: Access,
    selection: { affiliate_id: readonly string[]; project_id?: number | undefined },
  ) => Promise<Scope>;
};

type Asked<Query> = { query: Query; access: Access };
type Read<Data> = (report: Report, reading: Reading) => Promise<Data>;

const nothing = { bots: 0, duplicates: 0, tests: 0, rejected: 0, no_rate: 0 };

/** The dashboard calls. */
export function reportRoutes(app: FastifyInstance, dependencies: ReportDependencies): void {
  const { pool, readingFor, now, watermark, resolveScope } = dependencies;

  async function within<Data>(
    scope: Scope,
    { query, access }: Asked<ReportQuery>,
    read: Read<Data>,
  ) {
    const started = performance.now();
    const reading = readingFor(access.userId);
    const { ask, count, model } = reading;
    const inquiry = inquiryOf(query, scope, now());
    const [data, excluded, complete] = await Promise.all([
      read({ inquiry, model, ask: asking(ask, inquiry), count: asking(count, inquiry) }, reading),
      scope.projects.length > 0 ? excludedIn(ask, model, inquiry) : nothing,
      watermark(),
    ]);
    const { version } = model;
    return { data, meta: reportMeta(inquiry, { excluded, complete, version, started }) };
  }

  const answer = async <Data>({ query, access }: Asked<ReportQuery>, read: Read<Data>) =>
    within(await resolveScope(access, query), { query, access }, read);

  serve(app, endpoints.rcData, (call) => answer(call, rcData));
  serve(app, endpoints.rcChartData, (call) => answer(call, rcChartData));
  serve(app, endpoints.ccData, (call) => answer(call, ccData));
  serve(app, endpoints.clicks, (call) => answer(call, clicks));
  serve(app, endpoints.rcTableData, (call) =>
    answer(call, (report, { names }) => rcTableData(report, call.query, names)),
  );
  serve(app, endpoints.bqData, (call) => answer(call, bqData));
  serve(app, endpoints.countryBreakdown, (call) => answer(call, countryBreakdown));
  serve(app, endpoints.statesBreakdown, (call) => answer(call, statesBreakdown));
  serve(app, endpoints.revenueDateRange, (call) =>
    answer(call, (report, { select, model }) =>
      revenueDateRange(report, () => firstEventAt(select, model, report.inquiry.scope)),
    ),
  );
  serve(app, endpoints.revenueLastYear, (call) => answer(call, revenueLastYear));
  serve(app, endpoints.funnelAnalysisData, (call) => {
    const { funnel, window_minutes: minutes } = call.query;
    if (funnel !== 'default') throw invalid('funnel', 'This funnel does not exist.');
    return answer(call, async (report, { select }) => {
      const primary = await primaryEvent(pool, report.inquiry.scope);
      return funnelAnalysisData(report, { select, primary, minutes });
    });
  });
  serve(app, endpoints.rcPaymentData, (call) => answer(call, (report) => payments(report, pool)));
  serve(app, endpoints.allRcPaymentData, ({ query, access }) => {
    const scope = access.isDebug ? everythingOf(access) : { projects: [] };
    return within(scope, { query: { ...query, affiliate_id: ['all'] }, access }, async (report) =>
      scope.projects.length > 0 ? payments(report, pool) : [],
    );
  });
  serve(app, endpoints.paramVariants, async ({ query, access }) => {
    const { ask, names } = readingFor(access.userId);
    return paramVariants(ask, await resolveScope(access, query), query.name, names, now());
  });
  serve(app, endpoints.definitions, async ({ access }) =>
    definitions(readingFor(access.userId).model),
  );
}

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

/** The event that is a conversion in the first project of a scope. */
async function primaryEvent(pool: pg.Pool, { projects }: Scope): Promise<string> {
  const { rows } = await pool.query<{ event_name: string }>(
    'select lower(event_name) as event_name from master_pixels where project_id = $1 and is_primary order by id limit 1',
    [projects[0]?.id ?? 0],
  );
  return rows[0]?.event_name ?? 'purchase';
}
