import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { csvHeadOf } from './csv-head.ts';
import { invalid } from './refusal.ts';

const recordsSchema = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }),
);

/** The records of a CSV file, its header first, each with its line; refused with `csv` where it cannot be read. */
export function recordsIn(csv: string): { line: number; cells: string[] }[] {
  try {
    const { delimiter, line } = csvHeadOf(csv);
    const found: unknown = parse(csv, {
      bom: true,
      delimiter,
      from_line: line,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    return recordsSchema
      .parse(found)
      .map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no CSV';
    throw invalid('csv', `The file cannot be read: ${reason}.`);
  }
}
