import type { FastifyInstance } from 'fastify';
import { funnelReportEndpoints as endpoints } from '#contract/funnels/report-endpoints.ts';
import { serve } from '../plugins/serve.ts';
import { askedFunnel, type FunnelReportDependencies } from './report/asked-funnel.ts';
import { allFunnelPeople, funnelPeople } from './report/funnel-people.ts';
import { funnelReport, type HealthOf } from './report/funnel-report.ts';
import { funnelTrend } from './report/funnel-trend.ts';
import { listFigures } from './report/list-figures.ts';
import { opportunities } from './report/opportunities.ts';
import { peopleFile } from './report/people-file.ts';
import { timeToConvert } from './report/time-to-convert.ts';

/** What funnels count. Every call reads the same statement of the people's best attempts. */
export function funnelReportRoutes(
  app: FastifyInstance,
  { healthOf, ...dependencies }: FunnelReportDependencies & { healthOf: HealthOf },
): void {
  serve(app, endpoints.funnelFigures, async (call) =>
    listFigures(await askedFunnel(dependencies, call), healthOf),
  );
  serve(app, endpoints.funnelReport, async (call) =>
    funnelReport(await askedFunnel(dependencies, call), call.query, healthOf),
  );
  serve(app, endpoints.funnelTrend, async (call) =>
    funnelTrend(await askedFunnel(dependencies, call), call.query.interval),
  );
  serve(app, endpoints.funnelTimeToConvert, async (call) =>
    timeToConvert(await askedFunnel(dependencies, call), call.query),
  );
  serve(app, endpoints.funnelOpportunities, async (call) =>
    opportunities(await askedFunnel(dependencies, call), healthOf),
  );
  serve(app, endpoints.funnelPeople, async (call) => {
    const { query, reply } = call;
    const asked = await askedFunnel(dependencies, call);
    if (query.format === 'csv') {
      const file = peopleFile(asked, await allFunnelPeople(asked, query));
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${asked.funnel.slug}-people.csv"`)
        .serializer(() => file);
      return [];
    }
    const { people, next } = await funnelPeople(asked, query);
    if (next) reply.header('x-next-cursor', next);
    return people;
  });
}
