import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { CsvPart, CsvSeparator, SpreadsheetFormat } from '#contract/table-file.ts';
import { invalid } from '../refusal.ts';
import { csvBelowNotes, csvOf, textsNote } from './csv.ts';
import { type Notes, noteColumns, type Table, type Workbook } from './table.ts';
import { xlsxOf } from './xlsx.ts';

type TableForm = {
  format: SpreadsheetFormat;
  part?: CsvPart;
  separator?: CsvSeparator;
};

/** What `part=all` writes: the form of files up to 0.1.0. */
type WholeCsv = { notes: Notes; table: Table };

const types: Record<SpreadsheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Sends a workbook as an Excel file, or one part of it as CSV. */
export function sendTable(
  reply: FastifyReply,
  { format, part = 'rows', separator = 'comma' }: TableForm,
  workbook: Workbook,
  whole: WholeCsv = { notes: workbook.notes, table: workbook.rows },
): Readable {
  requireCsv(format, { part, separator });
  const file = Readable.from(
    format === 'xlsx'
      ? xlsxOf(workbook)
      : part === 'all'
        ? csvBelowNotes(whole.notes, whole.table)
        : csvOf(partOf(workbook, part), separator),
  );
  const name = part === 'total' || part === 'notes' ? `${workbook.name}-${part}` : workbook.name;
  nameFile(reply, `${name}.${format}`, types[format]);
  return file;
}

/** Names a file for the browser that saves it. */
export function nameFile(reply: FastifyReply, name: string, type: string): void {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
}

/** Only a CSV has parts and separators; they are refused elsewhere, not ignored. */
export function requireCsv(
  format: string,
  { part = 'rows', separator = 'comma' }: Omit<TableForm, 'format'>,
): void {
  if (format === 'csv') {
    if (part === 'all' && separator !== 'comma') {
      throw invalid('separator', 'A file with all parts has commas.');
    }
    return;
  }
  if (part !== 'rows') throw invalid('part', 'Only a CSV has parts.');
  if (separator !== 'comma') throw invalid('separator', 'Only a CSV has separators.');
}

function partOf({ rows, total, notes }: Workbook, part: Exclude<CsvPart, 'all'>): Table {
  if (part === 'rows') return rows;
  if (part === 'notes') return { columns: noteColumns, rows: [...notes, textsNote] };
  if (!total) throw invalid('part', 'This file has no total.');
  return total;
}

/** The name of a file without its ending: what it holds, of whom, and of which days. */
export function fileName(title: string, owner: string, days: readonly string[]): string {
  const parts = [title.toLowerCase(), owner].map((part) =>
    part.replaceAll(/[^\w-]+/g, '-').slice(0, 80),
  );
  return [...parts, ...(days.length > 0 ? [[...new Set(days)].join('-to-')] : [])].join('-');
}
