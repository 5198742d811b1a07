import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { serve, serveChunks, serveJsonText } from '../../plugins/serve.ts';
import { definitions } from '../reports/definitions.ts';
import { paramVariants } from '../reports/param-variants.ts';
import { type ReportDependencies, reportAnswers } from './report-answers.ts';

/** The dashboard calls. */
export function reportRoutes(app: FastifyInstance, dependencies: ReportDependencies): void {
  const { analyticsFor, now, resolveScope } = dependencies;
  const answers = reportAnswers(dependencies);

  serve(app, endpoints.rcData, answers.rcData);
  serve(app, endpoints.rcChartData, answers.rcChartData);
  serve(app, endpoints.ccData, answers.ccData);
  serve(app, endpoints.clicks, answers.clicks);
  serveJsonText(app, endpoints.rcTableData, async (call) =>
    JSON.stringify(await answers.rcTableData(call)),
  );
  serveChunks(app, endpoints.bqData, async (call) => {
    const { data, meta } = await answers.bqData(call);
    return ['{"data":[', ...data, `],"meta":${JSON.stringify(meta)}}`];
  });
  serve(app, endpoints.conversionSummary, answers.conversionSummary);
  serve(app, endpoints.conversionLedger, answers.conversionLedger);
  serve(app, endpoints.countryBreakdown, answers.countryBreakdown);
  serve(app, endpoints.statesBreakdown, answers.statesBreakdown);
  serve(app, endpoints.weekdayHours, answers.weekdayHours);
  serve(app, endpoints.revenueDateRange, answers.revenueDateRange);
  serve(app, endpoints.revenueLastYear, answers.revenueLastYear);
  serve(app, endpoints.funnelAnalysisData, answers.funnelAnalysisData);
  serve(app, endpoints.rcPaymentData, answers.rcPaymentData);
  serve(app, endpoints.allRcPaymentData, answers.allRcPaymentData);
  serve(app, endpoints.figureRows, answers.figureRows);
  serve(app, endpoints.paramVariants, async ({ query, access, leaving }) => {
    const { runQuery, names } = analyticsFor(access.userId, leaving);
    return paramVariants(runQuery, await resolveScope(access, query), query, names, now());
  });
  serve(app, endpoints.definitions, async ({ access }) =>
    definitions(analyticsFor(access.userId).model),
  );
}
