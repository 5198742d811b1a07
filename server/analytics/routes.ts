import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { ReportMeta, ReportQuery } from '#contract/report.ts';
import type { Access } from '../accounts/access.ts';
import { Refusal } from '../plugins/refusal.ts';
import { serve, servePublic } from '../plugins/serve.ts';
import { askOf, countOf, selectOf } from './ask.ts';
import { type Grant, grantOf, knownAffidsIn } from './grant.ts';
import { asking, excludedIn, type Inquiry, inquiryOf } from './inquiry.ts';
import { firstEventAt } from './landmarks.ts';
import { loaderOf, multi } from './load.ts';
import { metaOf } from './meta.ts';
import { readModel } from './model.ts';
import { QueryProblem } from './query.ts';
import { bqData } from './reports/bq-data.ts';
import { ccData } from './reports/cc-data.ts';
import { clicks } from './reports/clicks.ts';
import { countryBreakdown } from './reports/country-breakdown.ts';
import { definitions } from './reports/definitions.ts';
import { funnelAnalysisData } from './reports/funnel-analysis-data.ts';
import { namesFrom } from './reports/names.ts';
import { paramVariants } from './reports/param-variants.ts';
import { payments } from './reports/payments.ts';
import { rcChartData } from './reports/rc-chart-data.ts';
import { rcData } from './reports/rc-data.ts';
import { rcTableData } from './reports/rc-table-data.ts';
import type { Report } from './reports/report.ts';
import { revenueDateRange } from './reports/revenue-date-range.ts';
import { revenueLastYear } from './reports/revenue-last-year.ts';
import { statesBreakdown } from './reports/states-breakdown.ts';
import type { Scope } from './scope.ts';
import { analyticsTokens } from './token.ts';

export type AnalyticsDependencies = {
  pool: pg.Pool;
  reader: ClickHouseClient;
  /** Signs the tokens of the analytics endpoint. */
  secret: string;
  now: () => Date;
  /** Everything acknowledged before this instant is in the figures. */
  watermark: () => Promise<Date>;
  resolveScope: (
    access: Access,
    selection: { affiliate_id: readonly string[]; project_id?: number | undefined },
  ) => Promise<Scope>;
  /** A signed token outlives what happens to its holder: the part of it that is still theirs. */
  stillGranted: (claimed: Grant) => Promise<Grant>;
};

const noExclusions = { bots: 0, duplicates: 0, tests: 0, rejected: 0, no_rate: 0 };

/** The dashboard calls and the Cube endpoint: two doors to one model. */
export function analyticsRoutes(app: FastifyInstance, dependencies: AnalyticsDependencies): void {
  const { pool, reader, now, watermark, resolveScope, stillGranted } = dependencies;
  const model = readModel();
  const ask = askOf(reader, model);
  const select = selectOf(reader);
  const names = namesFrom(select, pool);

  async function answer<Data>(
    query: ReportQuery,
    scope: Scope,
    read: (report: Report) => Promise<Data>,
  ) {
    const started = performance.now();
    const inquiry = inquiryOf(query, scope, now());
    const isEmpty = scope.projects.length === 0;
    const [data, excluded, complete] = await Promise.all([
      read({ inquiry, model, ask: asking(ask, inquiry) }),
      isEmpty ? noExclusions : excludedIn(ask, model, inquiry),
      watermark(),
    ]);
    return { data, meta: metaFor(inquiry, excluded, complete, started) };
  }

  function metaFor(
    inquiry: Inquiry,
    excluded: ReportMeta['excluded'],
    complete: Date,
    started: number,
  ): ReportMeta {
    const { period, timezone, window, granularity, compared, choice, asOf, scope } = inquiry;
    return {
      start_date: period.start,
      end_date: period.end,
      timezone,
      utc_from: window.from.toISOString(),
      utc_to: window.to.toISOString(),
      granularity,
      currency: scope.projects[0]?.currency ?? 'USD',
      side: choice.side,
      unique: choice.unique,
      model: 'last_click',
      lookback_days: 30,
      clock: 'conversion',
      compare: compared && {
        mode: compared.mode,
        utc_from: compared.window.from.toISOString(),
        utc_to: compared.window.to.toISOString(),
      },
      as_of: (asOf ?? inquiry.now).toISOString(),
      complete_through: complete.toISOString(),
      excluded,
      approximate: [],
      definitions_version: model.version,
      query_ms: Math.round((performance.now() - started) * 10) / 10,
    };
  }

  serve(app, endpoints.rcData, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), rcData),
  );
  serve(app, endpoints.rcChartData, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), rcChartData),
  );
  serve(app, endpoints.ccData, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), ccData),
  );
  serve(app, endpoints.clicks, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), clicks),
  );
  serve(app, endpoints.rcTableData, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), (report) => rcTableData(report, query, names)),
  );
  serve(app, endpoints.bqData, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), bqData),
  );
  serve(app, endpoints.countryBreakdown, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), countryBreakdown),
  );
  serve(app, endpoints.statesBreakdown, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), statesBreakdown),
  );
  serve(app, endpoints.revenueDateRange, async ({ query, access }) => {
    const scope = await resolveScope(access, query);
    return answer(query, scope, (report) =>
      revenueDateRange(report, () => firstEventAt(select, model, scope)),
    );
  });
  serve(app, endpoints.revenueLastYear, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), revenueLastYear),
  );
  serve(app, endpoints.funnelAnalysisData, async ({ query, access }) => {
    if (query.funnel !== 'default')
      throw new Refusal(400, { funnel: ['This funnel does not exist.'] });
    const scope = await resolveScope(access, query);
    const primary = await primaryEvent(pool, scope);
    return answer(query, scope, (report) =>
      funnelAnalysisData(report, { select, primary, minutes: query.window_minutes }),
    );
  });
  serve(app, endpoints.rcPaymentData, async ({ query, access }) =>
    answer(query, await resolveScope(access, query), (report) => payments(report, pool)),
  );
  serve(app, endpoints.allRcPaymentData, async ({ query, access }) => {
    const scope = access.isDebug ? everythingOf(access) : { projects: [] };
    return answer({ ...query, affiliate_id: ['all'] }, scope, async (report) =>
      scope.projects.length > 0 ? payments(report, pool) : [],
    );
  });
  serve(app, endpoints.paramVariants, async ({ query, access }) =>
    paramVariants(ask, await resolveScope(access, query), query.name, names, now()),
  );
  serve(app, endpoints.definitions, async () => definitions(model));

  const tokens = analyticsTokens(dependencies.secret, now);
  const load = loaderOf({
    ask,
    count: countOf(reader, model),
    model,
    knownAffids: knownAffidsIn(pool),
    now,
    watermark,
  });
  const grantFor = async (request: FastifyRequest): Promise<Grant> => {
    const header = request.headers.authorization;
    if (header === undefined) throw new Refusal(403, { error: "Authorization header isn't set" });
    if (/^Token /i.test(header)) return grantOf(await request.member());
    return stillGranted(await tokens.read(header.replace(/^Bearer /i, '')));
  };
  const loading = async (
    request: FastifyRequest,
    query: unknown,
    queryType: string | undefined,
  ) => {
    const grant = await grantFor(request);
    try {
      const result = await load(query, grant);
      return queryType === 'multi' ? multi(result) : result;
    } catch (error) {
      if (!(error instanceof QueryProblem)) throw error;
      throw new Refusal(400, { error: `${error.field}: ${error.message}` });
    }
  };

  serve(app, endpoints.analyticsToken, async ({ access }) => tokens.issue(grantOf(access)));
  servePublic(app, endpoints.cubeLoad, async ({ query, request }) =>
    loading(request, query.query, query.queryType),
  );
  servePublic(app, endpoints.cubeLoadByPost, async ({ body, request }) =>
    loading(request, body.query, body.queryType),
  );
  servePublic(app, endpoints.cubeMeta, async ({ request }) => {
    await grantFor(request);
    return metaOf(model);
  });
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
