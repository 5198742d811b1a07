import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { selectConversions } from '../analytics/conversion-rows/selected-conversions.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import { sendFile } from '../analytics/export/file.ts';
import { reportMeta } from '../analytics/reports/report-meta.ts';
import { serve } from '../plugins/serve.ts';
import { conversionDetail } from './conversion-detail.ts';
import { conversionDefinitions, conversionSheet, rawQueryOf } from './conversion-export.ts';
import { pageOf } from './conversion-log.ts';
import { findConversions } from './find-conversions.ts';
import { createDensity } from './log-row-density.ts';
import { decodeCursor, encodeCursor } from './page-cursor.ts';

/** Conversions one by one. */
export function conversionRoutes(app: FastifyInstance, dependencies: ReportDependencies): void {
  const { pool, analyticsFor, now, resolveScope, watermark } = dependencies;
  const density = createDensity();

  serve(app, endpoints.listConversions, async ({ query, access, leaving, reply }) => {
    const { limit, cursor, total, ...filter } = query;
    const after = cursor === undefined ? null : decodeCursor(cursor);
    const scope = await resolveScope(access, filter);
    const selected = selectConversions(filter, scope, now());
    const analytics = analyticsFor(access.userId, leaving);
    const page = await pageOf(selected, { after, limit, counted: total }, density, analytics);
    if (page.next) reply.header('x-next-cursor', encodeCursor(page.next));
    if (page.total !== null) reply.header('x-total-count', String(page.total));
    return page.rows;
  });

  serve(app, endpoints.exportConversions, async ({ query, access, leaving, reply }) => {
    const started = performance.now();
    const { format, part, separator, columns, ...filter } = query;
    const scope = await resolveScope(access, filter);
    const selected = selectConversions(filter, scope, now());
    const analytics = analyticsFor(access.userId, leaving);
    const [sheet, complete] = await Promise.all([
      conversionSheet(selected, columns, analytics),
      watermark(),
    ]);
    const { version } = analytics.model;
    const exporting = {
      title: 'Conversions',
      scope,
      query: rawQueryOf(filter),
      meta: reportMeta(selected.resolved, { excluded: undefined, complete, version, started }),
      definitions: conversionDefinitions(sheet.columns),
    };
    return sendFile(reply, { format, part, separator }, exporting, sheet);
  });

  serve(app, endpoints.searchProject, async ({ query, access, leaving }) => {
    const { search, limit } = query;
    const scope = await resolveScope(access, query);
    const { select, names } = analyticsFor(access.userId, leaving);
    const [conversions, campaigns] = await Promise.all([
      findConversions(search, { scope, limit, select }),
      names.matching(scope.projects, search, limit),
    ]);
    return { conversions, campaigns };
  });

  serve(app, endpoints.readConversion, async ({ params, query, access, leaving }) => {
    const analytics = analyticsFor(access.userId, leaving);
    const reader = { access, lookbackDays: query.lookback_days, now: now() };
    return conversionDetail(params.id, reader, analytics, pool);
  });
}
