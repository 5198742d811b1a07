import { z } from 'zod';
import { isCurrency } from '#contract/currency.ts';
import { type Row, textOf } from './cell.ts';
import { ImportProblem } from './problem.ts';
import { openRows } from './rows.ts';

/** From `valid_from` (YYYY-MM-DD) on, one unit of `currency` is worth `rate` units of `base`. */
export type RateRow = { base: string; currency: string; valid_from: string; rate: string };

const currency = z
  .string('is missing')
  .toUpperCase()
  .refine(isCurrency, 'is not an ISO 4217 currency code');
const rowSchema = z
  .object({
    base: currency,
    currency,
    valid_from: z.iso.date('must be a day such as 2026-11-20'),
    rate: z
      .string('is missing')
      .regex(/^\d{1,14}(\.\d{1,10})?$/, {
        error: 'must be a number such as 0.0066666667, with at most 10 decimals',
        abort: true,
      })
      .refine((text) => Number(text) > 0, 'must be more than 0'),
  })
  .refine((row) => row.base !== row.currency, {
    path: ['currency'],
    message: 'must be another one than base',
  });
const columns = ['base', 'currency', 'valid_from', 'rate'] as const;

const mostShown = 20;

/** The rates of a file if every line is valid; else every invalid line with its reason. */
export async function readRates(path: string): Promise<RateRow[]> {
  const rates = new Map<string, { line: number; rate: RateRow }>();
  const faults: string[] = [];
  for await (const read of (await openRows(path)).lines) {
    const { line } = read;
    if ('fault' in read) {
      faults.push(`line ${line}: ${read.fault}`);
      continue;
    }
    const parsed = rowSchema.safeParse(cellsOf(read.row));
    if (!parsed.success) {
      for (const { path: field, message } of parsed.error.issues) {
        faults.push(`line ${line}: ${field.join('.')} ${message}`);
      }
      continue;
    }
    const key = `${parsed.data.base} ${parsed.data.currency} ${parsed.data.valid_from}`;
    const known = rates.get(key);
    if (known) faults.push(`line ${line}: ${key} stands in line ${known.line} already`);
    else rates.set(key, { line, rate: parsed.data });
  }
  if (faults.length > 0) throw new ImportProblem(sentence(path, faults));
  if (rates.size === 0) throw new ImportProblem(`${path} holds no rates.`);
  return [...rates.values()].map(({ rate }) => rate);
}

const cellsOf = (row: Row) =>
  Object.fromEntries(columns.map((column) => [column, textOf(row[column])]));

function sentence(path: string, faults: readonly string[]): string {
  const more = faults.length - mostShown;
  return [
    `${path} cannot be used, and nothing of it was stored:`,
    ...faults.slice(0, mostShown).map((fault) => `  ${fault}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}
