import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { ExportedReport, ExportFormat } from '#contract/export.ts';
import type { ReportMeta } from '#contract/report.ts';
import type { Access } from '../../accounts/access.ts';
import { invalid } from '../../plugins/refusal.ts';
import { serve } from '../../plugins/serve.ts';
import { type ReportDependencies, reportAnswers } from '../report-answers.ts';
import type { Scope } from '../scope.ts';
import { csvOf } from './csv.ts';
import { definitionsOf } from './definitions.ts';
import { type Exporting, headOf, narrowedBy } from './head.ts';
import { jsonOf } from './json.ts';
import { parquetOf } from './parquet.ts';
import { exportedAs, type Written } from './reports.ts';
import { namesIn, narrowedTo, type Sheet, sheetOf } from './sheet.ts';

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** Any report as a file: the same figures as its own call, by the same rules of access. */
export function exportRoutes(app: FastifyInstance, dependencies: ReportDependencies): void {
  const answers = reportAnswers(dependencies);

  serve(app, endpoints.exportReport, async ({ access, leaving, query, reply }) => {
    const { report, format, columns, ...written } = query;
    const { title, read } = exportedAs[report];
    const { meta, ...lines } = await read(answers, written, { access, leaving });
    const scope = await scopeOf(access, written);
    const whole = sheetOf(lines);
    const sheet = columns ? narrowedTo(whole, knownIn(namesIn(lines), columns)) : whole;
    const { model } = dependencies.readingFor(access.userId);
    const definitions = definitionsOf(sheet.columns, model, meta);
    const exporting = { title, scope, query: written, meta, definitions };
    reply
      .type(types[format])
      .header(
        'content-disposition',
        `attachment; filename="${nameOf(report, scope, meta)}.${format}"`,
      );
    return fileOf(format, exporting, sheet);
  });

  /** Payments of everything are about no selection. */
  async function scopeOf(access: Access, { affiliate_id: ids, project_id: id }: Written) {
    if (ids === undefined) return { projects: [] };
    return dependencies.resolveScope(access, {
      affiliate_id: [ids].flat().flatMap((text) => text.split(',')),
      ...(id === undefined ? {} : { project_id: Number(id) }),
    });
  }
}

/** A name that is no column is refused, not passed over. */
function knownIn(known: readonly string[], names: readonly string[]): string[] {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw invalid(
      'columns',
      `This report has no column ${unknown.map((name) => `"${name}"`).join(', ')}.`,
    );
  }
  return [...new Set(names)];
}

function fileOf(format: ExportFormat, exporting: Exporting, sheet: Sheet): Readable | Buffer {
  if (format === 'csv') return Readable.from(csvOf(headOf(exporting), sheet));
  const { title, scope, query, meta, definitions } = exporting;
  const about = {
    report: title,
    projects: scope.projects.map(({ id, name, currency, affids }) => ({
      id,
      name,
      currency,
      affids,
    })),
    asked: narrowedBy(query),
    meta,
    definitions,
  };
  return format === 'json' ? Readable.from(jsonOf(about, sheet)) : parquetOf(about, sheet);
}

/** What a file is called: whose figures, which report, which days. */
function nameOf(report: ExportedReport, { projects }: Scope, meta: ReportMeta): string {
  const whose = projects.map(({ slug }) => slug).join('-') || 'all-projects';
  const days = [...new Set([meta.start_date, meta.end_date])].join('-to-');
  return `${whose.replaceAll(/[^\w-]/g, '-').slice(0, 80)}-${report}-${days}`;
}
