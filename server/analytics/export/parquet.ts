import type { SchemaElement } from 'hyparquet';
import { ByteWriter, parquetWrite } from 'hyparquet-writer';
import { roundDecimal } from '#contract/decimal.ts';
import { places } from '../compiler/figure-values.ts';
import type { Cell, Column, Sheet } from './sheet.ts';

type Stored = Omit<SchemaElement, 'name'>;

const decimal = (scale: number): Stored => ({
  type: 'INT64',
  converted_type: 'DECIMAL',
  precision: 18,
  scale,
});

/** Money and ratios as decimals, counts as whole numbers, texts as texts; every column may hold nothing. */
export function parquetOf(about: Record<string, unknown>, { columns, rows }: Sheet): Buffer {
  const filled = columns.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? null);
    const stored = storedAs(column, cells);
    return { column, stored, data: cells.map((cell) => storable(cell, stored)) };
  });
  const writer = new ByteWriter();
  parquetWrite({
    writer,
    columnData: filled.map(({ column: { name }, data }) => ({ name, data })),
    schema: [
      { name: 'root', num_children: columns.length },
      ...filled.map(({ column: { name }, stored }) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...stored,
      })),
    ],
    kvMetadata: Object.entries(about).map(([key, value]) => ({
      key: `clickledger.${key}`,
      value: JSON.stringify(value),
    })),
    createdBy: 'Clickledger',
  });
  return Buffer.from(writer.getBuffer());
}

/** Shared conversions count in fractions, so their column is decimal. */
function storedAs({ kind }: Column, cells: readonly Cell[]): Stored {
  if (kind === 'text') return { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  if (kind === 'flag') return { type: 'BOOLEAN' };
  if (kind === 'currency') return decimal(places.currency);
  if (kind === 'ratio') return decimal(places.ratio);
  return cells.every((cell) => cell === null || Number.isInteger(cell))
    ? { type: 'INT64' }
    : decimal(4);
}

function storable(cell: Cell, { type, scale = 0 }: Stored): string | boolean | bigint | null {
  if (cell === null || typeof cell === 'boolean') return cell;
  if (type !== 'INT64') return String(cell);
  return BigInt(Math.round(roundDecimal(Number(cell).toFixed(scale), scale) * 10 ** scale));
}
