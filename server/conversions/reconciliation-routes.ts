import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { sendFile } from '../analytics/export/file.ts';
import { reportMeta } from '../analytics/reports/report-meta.ts';
import { serve } from '../plugins/serve.ts';
import { type DecidingDependencies, deciderOf } from './deciding.ts';
import { reconcile } from './reconcile.ts';
import {
  reconciliationDefinitions,
  reconciliationQuery,
  reconciliationSheet,
} from './reconcile-export.ts';
import { correctValues, undoValueCorrections } from './reconciled-values.ts';

/** Large enough for 5,000 long lines. */
const fileLimit = 4 * 1024 * 1024;

/** Large enough for the conversions of such a file. */
const bodyLimit = 1024 * 1024;

/** A network's file compared with the conversions, and its values taken over. */
export function reconciliationRoutes(
  app: FastifyInstance,
  dependencies: DecidingDependencies,
): void {
  const { pool, now, analyticsFor, watermark } = dependencies;

  serve(
    app,
    endpoints.reconcileConversions,
    async ({ body, access, leaving }) => {
      const analytics = analyticsFor(access.userId, leaving);
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
      const decider = deciderOf(dependencies, call);
      return dependencies.idempotent(call, (keep) =>
        correctValues(dependencies, call.body, { ...decider, keep }),
      );
    },
    { bodyLimit },
  );

  serve(app, endpoints.undoValues, (call) =>
    undoValueCorrections(dependencies, call.body, deciderOf(dependencies, call)),
  );
}
