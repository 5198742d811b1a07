import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { chosenBy } from '../analytics/conversion-rows/selected-conversions.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import { sendFile } from '../analytics/export/file.ts';
import { reportMeta } from '../analytics/reports/report-meta.ts';
import { authorOf } from '../audit/audit-log.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { serve } from '../plugins/serve.ts';
import { storyOf } from './conversion-detail.ts';
import { conversionDefinitions, conversionSheet, writtenOf } from './conversion-export.ts';
import { pageOf } from './conversion-log.ts';
import { correct, reverse } from './corrections.ts';
import { type DecidingDependencies, decide, undo } from './decide.ts';
import { cursorAt, placeOf } from './page-cursor.ts';
import { reconcile } from './reconcile.ts';
import { createDensity } from './row-density.ts';
import { takeValues, undoValues } from './value-corrections.ts';

/** Room for the ids of all conversions that can be decided about at once. */
const bodyLimit = 1024 * 1024;

/** 5,000 lines of a network that says a lot in each. */
const fileLimit = 4 * 1024 * 1024;

/** Conversions one by one, and what people decide about them. */
export function conversionRoutes(
  app: FastifyInstance,
  dependencies: ReportDependencies & DecidingDependencies & { idempotent: Idempotent },
): void {
  const { readingFor, now, resolveScope, watermark } = dependencies;
  const density = createDensity();

  serve(app, endpoints.listConversions, async ({ query, access, leaving, reply }) => {
    const { limit, cursor, total, ...filter } = query;
    const after = cursor === undefined ? null : placeOf(cursor);
    const scope = await resolveScope(access, filter);
    const chosen = chosenBy(filter, scope, now());
    const reading = readingFor(access.userId, leaving);
    const page = await pageOf(chosen, { after, limit, counted: total }, density, reading);
    if (page.next) reply.header('x-next-cursor', cursorAt(page.next));
    if (page.total !== null) reply.header('x-total-count', String(page.total));
    return page.rows;
  });
  serve(app, endpoints.exportConversions, async ({ query, access, leaving, reply }) => {
    const started = performance.now();
    const { format, columns, ...filter } = query;
    const scope = await resolveScope(access, filter);
    const chosen = chosenBy(filter, scope, now());
    const reading = readingFor(access.userId, leaving);
    const [sheet, complete] = await Promise.all([
      conversionSheet(chosen, columns, reading),
      watermark(),
    ]);
    const { version } = reading.model;
    const exporting = {
      title: 'Conversions',
      scope,
      query: writtenOf(filter),
      meta: reportMeta(chosen.inquiry, { excluded: undefined, complete, version, started }),
      definitions: conversionDefinitions(sheet.columns),
    };
    return sendFile(reply, { name: 'conversions', format }, exporting, sheet);
  });
  serve(app, endpoints.readConversion, async ({ params, query, access, leaving }) => {
    const reading = readingFor(access.userId, leaving);
    const { pool } = dependencies;
    const asked = { access, lookbackDays: query.lookback_days, now: now() };
    return storyOf(params.id, asked, reading, pool);
  });

  serve(
    app,
    endpoints.decideConversions,
    (call) => {
      const { body, access, leaving, request } = call;
      const reading = readingFor(access.userId, leaving);
      const author = authorOf(access, request);
      return dependencies.idempotent(call, (keep) =>
        decide(dependencies, body, { access, author, reading, keep }),
      );
    },
    { bodyLimit },
  );
  serve(
    app,
    endpoints.reconcileConversions,
    ({ body, access, leaving }) =>
      reconcile(body, {
        access,
        reading: readingFor(access.userId, leaving),
        pool: dependencies.pool,
      }),
    { bodyLimit: fileLimit },
  );
  serve(
    app,
    endpoints.takeValues,
    (call) => {
      const { body, access, leaving, request } = call;
      const reading = readingFor(access.userId, leaving);
      const author = authorOf(access, request);
      return dependencies.idempotent(call, (keep) =>
        takeValues(dependencies, body, { access, author, reading, keep }),
      );
    },
    { bodyLimit },
  );
  serve(app, endpoints.undoValues, ({ body, access, request }) =>
    undoValues(dependencies, body, { access, author: authorOf(access, request) }),
  );
  serve(app, endpoints.undoDecision, ({ params, access, leaving, request }) =>
    undo(dependencies, params.batch, {
      access,
      author: authorOf(access, request),
      reading: readingFor(access.userId, leaving),
    }),
  );
  serve(app, endpoints.createAdjustment, (call) => {
    const { body, access, leaving, request } = call;
    const reading = readingFor(access.userId, leaving);
    const author = authorOf(access, request);
    return dependencies.idempotent(call, (keep) =>
      correct(dependencies, body, { access, author, reading, keep }),
    );
  });
  serve(app, endpoints.reverseAdjustment, ({ params, access, request }) =>
    reverse(dependencies, params.id, { access, author: authorOf(access, request) }),
  );
}
