import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { selectConversions } from '../analytics/conversion-rows/selected-conversions.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import { sendFile } from '../analytics/export/file.ts';
import { reportMeta } from '../analytics/reports/report-meta.ts';
import { authorOf } from '../audit/audit-log.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { serve } from '../plugins/serve.ts';
import { conversionDetail } from './conversion-detail.ts';
import { conversionDefinitions, conversionSheet, rawQueryOf } from './conversion-export.ts';
import { pageOf } from './conversion-log.ts';
import { correct, reverse } from './corrections.ts';
import { type DecisionDependencies, decide, undo } from './decide.ts';
import { findConversions } from './find-conversions.ts';
import { createDensity } from './log-row-density.ts';
import { decodeCursor, encodeCursor } from './page-cursor.ts';
import { reconcile } from './reconcile.ts';
import {
  reconciliationDefinitions,
  reconciliationQuery,
  reconciliationSheet,
} from './reconcile-export.ts';
import { correctValues, undoValueCorrections } from './reconciled-values.ts';

/** Large enough for the ids of the most conversions of one decision. */
const bodyLimit = 1024 * 1024;

/** Large enough for 5,000 long lines. */
const fileLimit = 4 * 1024 * 1024;

/** Conversions one by one, and what people decide about them. */
export function conversionRoutes(
  app: FastifyInstance,
  dependencies: ReportDependencies & DecisionDependencies & { idempotent: Idempotent },
): void {
  const { analyticsFor, now, resolveScope, watermark } = dependencies;
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
    const { pool } = dependencies;
    const reader = { access, lookbackDays: query.lookback_days, now: now() };
    return conversionDetail(params.id, reader, analytics, pool);
  });

  serve(
    app,
    endpoints.decideConversions,
    (call) => {
      const { body, access, leaving, request } = call;
      const analytics = analyticsFor(access.userId, leaving);
      const author = authorOf(access, request);
      return dependencies.idempotent(call, (keep) =>
        decide(dependencies, body, { access, author, analytics, keep }),
      );
    },
    { bodyLimit },
  );
  serve(
    app,
    endpoints.reconcileConversions,
    async ({ body, access, leaving }) => {
      const analytics = analyticsFor(access.userId, leaving);
      const { pool } = dependencies;
      return (await reconcile(body, { access, analytics, pool, now: now() })).answer;
    },
    { bodyLimit: fileLimit },
  );
  serve(
    app,
    endpoints.exportReconciliation,
    async ({ body: { format, part, separator, ...body }, access, leaving, reply }) => {
      const started = performance.now();
      const analytics = analyticsFor(access.userId, leaving);
      const { pool } = dependencies;
      const [compared, complete] = await Promise.all([
        reconcile(body, { access, analytics, pool, now: now() }),
        watermark(),
      ]);
      const { resolved } = compared.expected.selected;
      const { version } = analytics.model;
      const sheet = reconciliationSheet(compared);
      const exporting = {
        title: 'Reconciliation',
        scope: resolved.scope,
        query: reconciliationQuery(compared.answer),
        meta: reportMeta(resolved, { excluded: undefined, complete, version, started }),
        definitions: reconciliationDefinitions(sheet.columns),
      };
      return sendFile(reply, { format, part, separator }, exporting, sheet);
    },
    { bodyLimit: fileLimit },
  );
  serve(
    app,
    endpoints.takeValues,
    (call) => {
      const { body, access, leaving, request } = call;
      const analytics = analyticsFor(access.userId, leaving);
      const author = authorOf(access, request);
      return dependencies.idempotent(call, (keep) =>
        correctValues(dependencies, body, { access, author, analytics, keep }),
      );
    },
    { bodyLimit },
  );
  serve(app, endpoints.undoValues, ({ body, access, leaving, request }) =>
    undoValueCorrections(dependencies, body, {
      access,
      author: authorOf(access, request),
      analytics: analyticsFor(access.userId, leaving),
    }),
  );
  serve(app, endpoints.undoDecision, ({ params, access, leaving, request }) =>
    undo(dependencies, params.batch, {
      access,
      author: authorOf(access, request),
      analytics: analyticsFor(access.userId, leaving),
    }),
  );
  serve(app, endpoints.createAdjustment, (call) => {
    const { body, access, leaving, request } = call;
    const analytics = analyticsFor(access.userId, leaving);
    const author = authorOf(access, request);
    return dependencies.idempotent(call, (keep) =>
      correct(dependencies, body, { access, author, analytics, keep }),
    );
  });
  serve(app, endpoints.reverseAdjustment, ({ params, access, request }) =>
    reverse(dependencies, params.id, { access, author: authorOf(access, request) }),
  );
}
