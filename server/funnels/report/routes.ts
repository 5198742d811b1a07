import type { FastifyInstance } from 'fastify';
import { funnelReportEndpoints as endpoints } from '#contract/funnels/report-endpoints.ts';
import { requireCsv, sendTable } from '../../platform/tables/table-file.ts';
import { serve } from '../../plugins/serve.ts';
import { allFunnelPeople, funnelPeople } from './funnel-people.ts';
import { funnelReport } from './funnel-report.ts';
import { funnelTrend } from './funnel-trend.ts';
import { listFigures } from './list-figures.ts';
import { opportunities } from './opportunities.ts';
import { peopleFile } from './people-file.ts';
import type { HealthOf } from './readable-health.ts';
import { type FunnelReportDependencies, requestedFunnel } from './requested-funnel.ts';
import { timeToConvert } from './time-to-convert.ts';

/** What funnels count. Every call reads the same statement of the people's best attempts. */
export function funnelReportRoutes(
  app: FastifyInstance,
  { healthOf, ...dependencies }: FunnelReportDependencies & { healthOf: HealthOf },
): void {
  serve(app, endpoints.funnelFigures, async (call) => {
    const requested = await requestedFunnel(dependencies, call);
    return listFigures(requested, healthOf);
  });
  serve(app, endpoints.funnelReport, async (call) => {
    const requested = await requestedFunnel(dependencies, call);
    return funnelReport(requested, call.query, healthOf);
  });
  serve(app, endpoints.funnelTrend, async (call) =>
    funnelTrend(await requestedFunnel(dependencies, call), call.query.interval),
  );
  serve(app, endpoints.funnelTimeToConvert, async (call) =>
    timeToConvert(await requestedFunnel(dependencies, call), call.query),
  );
  serve(app, endpoints.funnelOpportunities, async (call) => {
    const requested = await requestedFunnel(dependencies, call);
    return opportunities(requested, healthOf);
  });
  serve(app, endpoints.funnelPeople, async (call) => {
    const { query, reply } = call;
    const asked = await requestedFunnel(dependencies, call);
    const { format, part, separator } = query;
    if (format !== 'json') {
      const people = peopleFile(asked, await allFunnelPeople(asked, query));
      return reply.send(sendTable(reply, { format, part, separator }, people));
    }
    requireCsv(format, query);
    const { people, next } = await funnelPeople(asked, query);
    if (next) reply.header('x-next-cursor', next);
    return people;
  });
}
