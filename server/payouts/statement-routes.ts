import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { scopeOf } from '../access/scope.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import { notFound } from '../platform/refusal.ts';
import { sendTable } from '../platform/tables/table-file.ts';
import { serve } from '../plugins/serve.ts';
import { projectIn } from './project-in.ts';
import { statementFile } from './statement-file.ts';
import { readLines } from './statement-lines.ts';
import { hasAmounts, readStatements } from './statements.ts';

type Dependencies = Pick<ReportDependencies, 'pool' | 'analyticsFor' | 'now' | 'resolveScope'>;

/** What affiliates are owed for a period, and what makes it up. */
export function statementRoutes(
  app: FastifyInstance,
  { pool, analyticsFor, now, resolveScope }: Dependencies,
): void {
  serve(app, endpoints.payoutStatements, async ({ access, query, leaving }) => {
    const { start_date: start, end_date: end, timezone, ...selection } = query;
    const { project } = await projectIn(access, selection, resolveScope);
    const { select } = analyticsFor(access.userId, leaving, [project.id]);
    const days = { period: { start, end }, timezone, at: now() };
    return (await readStatements(project, days, { pool, select })).filter(hasAmounts);
  });

  serve(app, endpoints.exportStatements, async ({ access, query, leaving, reply }) => {
    const { start_date: start, end_date: end, timezone, format, separator, ...selection } = query;
    const { project } = await projectIn(access, selection, resolveScope);
    const { select } = analyticsFor(access.userId, leaving, [project.id]);
    const days = { period: { start, end }, timezone, at: now() };
    const statements = (await readStatements(project, days, { pool, select })).filter(hasAmounts);
    return sendTable(reply, { format, separator }, statementFile(statements, { project, days }));
  });

  serve(app, endpoints.payoutStatement, async ({ access, params, query, leaving }) => {
    const found = await findAffiliate(pool, access.memberships, params.id);
    if (!found) throw notFound();
    const { start_date: start, end_date: end, timezone } = query;
    const project = { ...scopeOf(found.membership), affids: [found.affiliate.affId] };
    const { select } = analyticsFor(access.userId, leaving, [project.id]);
    const days = { period: { start, end }, timezone, at: now() };
    const [[statement], lines] = await Promise.all([
      readStatements(project, days, { pool, select }),
      readLines(project, days, { pool, select }),
    ]);
    if (!statement) throw notFound();
    return { statement, ...lines };
  });
}
