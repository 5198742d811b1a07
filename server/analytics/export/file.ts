import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExportFormat } from '#contract/analytics/export.ts';
import type { ReportMeta } from '#contract/analytics/report.ts';
import type { Scope } from '../../access/scope.ts';
import { csvOf } from './csv.ts';
import { appliedFilters, type FileExport, headOf } from './head.ts';
import { jsonOf } from './json.ts';
import { parquetOf } from './parquet.ts';
import type { Sheet } from './sheet.ts';

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** Sends a sheet as a file whose name says the scope of its figures. */
export function sendFile(
  reply: FastifyReply,
  { name, format }: { name: string; format: ExportFormat },
  exporting: FileExport,
  sheet: Sheet,
): Readable | Buffer {
  reply
    .type(types[format])
    .header(
      'content-disposition',
      `attachment; filename="${nameOf(name, exporting.scope, exporting.meta)}.${format}"`,
    );
  return fileOf(format, exporting, sheet);
}

function fileOf(format: ExportFormat, exporting: FileExport, sheet: Sheet): Readable | Buffer {
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
    asked: appliedFilters(query),
    meta,
    definitions,
  };
  return format === 'json' ? Readable.from(jsonOf(about, sheet)) : parquetOf(about, sheet);
}

/** The name of a file: scope, report and days. */
function nameOf(report: string, { projects }: Scope, meta: ReportMeta): string {
  const whose = projects.map(({ slug }) => slug).join('-') || 'all-projects';
  const days = [...new Set([meta.start_date, meta.end_date])].join('-to-');
  return `${whose.replaceAll(/[^\w-]/g, '-').slice(0, 80)}-${report}-${days}`;
}
