import type { SchemaElement } from 'hyparquet';
import { ByteWriter, parquetWrite } from 'hyparquet-writer';
import { ratioPlaces, roundDecimal } from '#contract/decimal.ts';
import { type Cell, type Column, isMoney } from '../../platform/tables/table.ts';
import type { Sheet } from './sheet.ts';

type Stored = Omit<SchemaElement, 'name'>;

const decimal = (scale: number): Stored => ({
  type: 'INT64',
  converted_type: 'DECIMAL',
  precision: 18,
  scale,
});

/** Money and ratios as decimals, counts as whole numbers, texts as texts; every column may hold nothing. */
export function parquetOf(
  about: Record<string, unknown>,
  { columns, rows, moneyPlaces }: Sheet,
): Buffer {
  const filled = columns.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? null);
    const stored = storedAs(column, cells, moneyPlaces);
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

/**
 * Shared conversions count in fractions, so their column is decimal. A column has one scale, so money of several
 * currencies has that of the finest.
 */
function storedAs({ kind }: Column, cells: readonly Cell[], moneyPlaces: number): Stored {
  if (kind === 'text') return { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  if (kind === 'flag') return { type: 'BOOLEAN' };
  if (kind === 'currency') {
    return decimal(
      cells.reduce<number>(
        (most, cell) => (isMoney(cell) ? Math.max(most, cell.places) : most),
        moneyPlaces,
      ),
    );
  }
  if (kind === 'ratio') return decimal(ratioPlaces);
  return cells.every((cell) => cell === null || Number.isInteger(cell))
    ? { type: 'INT64' }
    : decimal(4);
}

function storable(cell: Cell, { type, scale = 0 }: Stored): string | boolean | bigint | null {
  if (cell === null || typeof cell === 'boolean') return cell;
  if (type !== 'INT64') return String(cell);
  const number = isMoney(cell) ? cell.amount : Number(cell);
  return BigInt(Math.round(roundDecimal(number.toFixed(scale), scale) * 10 ** scale));
}
