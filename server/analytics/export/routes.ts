import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Access } from '../../access/access.ts';
import { serve } from '../../plugins/serve.ts';
import { type ReportDependencies, reportAnswers } from '../dashboard/report-answers.ts';
import { definitionsOf } from './definitions.ts';
import { exportedReports, type RawQuery } from './exported-reports.ts';
import { sendFile } from './file.ts';
import { selectedColumns, sheetOf } from './sheet.ts';

/** Any report as a file: the same figures as its own call, by the same rules of access. */
export function exportRoutes(app: FastifyInstance, dependencies: ReportDependencies): void {
  const answers = reportAnswers(dependencies);

  serve(app, endpoints.exportReport, async ({ access, leaving, query, reply }) => {
    const { report, format, part, separator, columns, ...written } = query;
    const { title, read } = exportedReports[report];
    const { meta, ...lines } = await read(answers, written, { access, leaving });
    const scope = await scopeOf(access, written);
    const sheet = selectedColumns(sheetOf(lines, meta.currency), lines, columns);
    const { model } = dependencies.analyticsFor(access.userId);
    const definitions = definitionsOf(sheet.columns, model, meta);
    const exporting = { title, scope, query: written, meta, definitions };
    return sendFile(reply, { format, part, separator }, exporting, sheet);
  });

  /** The payments of all projects have no selection. */
  async function scopeOf(access: Access, { affiliate_id: ids, project_id: id }: RawQuery) {
    if (ids === undefined) return { projects: [] };
    return dependencies.resolveScope(access, {
      affiliate_id: [ids].flat().flatMap((text) => text.split(',')),
      ...(id === undefined ? {} : { project_id: Number(id) }),
    });
  }
}
