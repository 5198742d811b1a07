import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExportFormat } from '#contract/analytics/export.ts';
import type { CsvPart, CsvSeparator } from '#contract/table-file.ts';
import { fileName, nameFile, requireCsv, sendTable } from '../../platform/tables/table-file.ts';
import { appliedFilters, type FileExport, headOf, notesOf } from './head.ts';
import { jsonOf } from './json.ts';
import { parquetOf } from './parquet.ts';
import type { Sheet } from './sheet.ts';
import { splitLines } from './split.ts';

type FileForm = { format: ExportFormat; part: CsvPart; separator: CsvSeparator };

/** Sends a sheet as a file whose name says the report, the project and the days. */
export function sendFile(
  reply: FastifyReply,
  { format, part, separator }: FileForm,
  exporting: FileExport,
  sheet: Sheet,
): Readable | Buffer {
  const { title, scope, meta } = exporting;
  const owner = scope.projects.map(({ slug }) => slug).join('-') || 'all-projects';
  const name = fileName(title, owner, [meta.start_date, meta.end_date]);
  if (format === 'csv' || format === 'xlsx') {
    const workbook = { title, name, notes: notesOf(exporting), ...splitLines(sheet) };
    const whole = { notes: headOf(exporting), table: sheet };
    return sendTable(reply, { format, part, separator }, workbook, whole);
  }
  requireCsv(format, { part, separator });
  const about = aboutOf(exporting);
  if (format === 'json') {
    nameFile(reply, `${name}.json`, 'application/json; charset=utf-8');
    return Readable.from(jsonOf(about, sheet));
  }
  nameFile(reply, `${name}.parquet`, 'application/vnd.apache.parquet');
  return parquetOf(about, sheet);
}

const aboutOf = ({ title, scope, query, meta, definitions }: FileExport) => ({
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
});
