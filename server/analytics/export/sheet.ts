import { z } from 'zod';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { invalid } from '../../platform/refusal.ts';
import type { Cell, Column, Kind } from '../../platform/tables/table.ts';

/** A report as one table, the form that every file format is made of. */
export type Sheet = {
  columns: Column[];
  rows: Cell[][];
  /** The decimal places of the report's currency; no money column has fewer. */
  moneyPlaces: number;
};
/** The lines of a sheet as the report answers them, with the schema they follow. */
export type Lines = { schema: z.ZodObject; lines: readonly object[] };

type Field = Column & {
  path: readonly string[];
  isOptional: boolean;
  /** Where the line names the currency of its money, if it does. */
  currencyPath: readonly string[];
};

/**
 * Turns lines into a table: nested fields become columns of their own, `previous.clicks` as `previous_clicks`. Money is
 * of the given currency where its line names no other.
 */
export function sheetOf({ schema, lines }: Lines, currency: string): Sheet {
  const fields = fieldsOf(schema, [], false);
  const rows = lines.map((line) => fields.map((field) => cellOf(line, field, currency)));
  const isShown = fields.map(
    ({ isOptional }, index) => !isOptional || rows.some((cells) => cells[index] !== undefined),
  );
  const shown = <Item>(items: readonly Item[]) => items.filter((_, index) => isShown[index]);
  return {
    columns: shown(fields).map(({ name, kind }) => ({ name, kind })),
    rows: rows.map((cells) => shown(cells).map((cell) => cell ?? null)),
    moneyPlaces: moneyPlaces(currency),
  };
}

/** Every column that lines of this kind can have, shown or not. */
const namesIn = ({ schema }: Pick<Lines, 'schema'>): string[] =>
  fieldsOf(schema, [], false).map(({ name }) => name);

/** The whole sheet, or only the columns that were asked for. */
export function selectedColumns(
  sheet: Sheet,
  lines: Pick<Lines, 'schema'>,
  names: readonly string[] | undefined,
): Sheet {
  return names ? narrowedTo(sheet, knownIn(namesIn(lines), names)) : sheet;
}

/** An unknown column name is refused, not ignored. */
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

/** Columns that name a row stay; of the figures those that were selected, in their order. */
function narrowedTo({ columns, rows, ...rest }: Sheet, chosen: readonly string[]): Sheet {
  const indexed = columns.map(({ name, kind }, index) => ({ name, kind, index }));
  const named = indexed.filter(({ kind, name }) => kind === 'text' && !chosen.includes(name));
  const picked = chosen.flatMap((name) => indexed.filter((column) => column.name === name));
  const all = [...named, ...picked];
  return {
    columns: all.map(({ name, kind }) => ({ name, kind })),
    rows: rows.map((cells) => all.map(({ index }) => cells[index] ?? null)),
    ...rest,
  };
}

function fieldsOf(schema: unknown, path: readonly string[], isOptional: boolean): Field[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap(), path, true);
  if (schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap(), path, isOptional);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) =>
      fieldsOf(part, [...path, name], isOptional),
    );
  }
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) {
    return schema.keyType.options.flatMap((name) =>
      fieldsOf(schema.valueType, [...path, String(name)], true),
    );
  }
  return [
    {
      name: path.join('_'),
      path,
      kind: kindOf(schema),
      isOptional,
      currencyPath: currencyPathOf(schema, path),
    },
  ];
}

function kindOf(schema: unknown): Kind {
  if (schema instanceof z.ZodBoolean) return 'flag';
  if (!(schema instanceof z.ZodNumber)) return 'text';
  const unit = schema.meta()?.unit;
  if (unit === 'count' || unit === 'currency' || unit === 'ratio') return unit;
  return schema.isInt ? 'count' : 'number';
}

/** The field with the currency of an amount: the one that its schema names in `currency_in`, else `currency`. */
function currencyPathOf(schema: unknown, path: readonly string[]): readonly string[] {
  const named = schema instanceof z.ZodNumber ? schema.meta()?.currency_in : undefined;
  return typeof named === 'string' ? [...path.slice(0, -1), named] : ['currency'];
}

/** Undefined where the line has no such column. */
function cellOf(line: object, field: Field, currency: string): Cell | undefined {
  const { path, kind, currencyPath } = field;
  const value = valueAt(line, path);
  if (value === undefined || value === null) return value;
  if (kind === 'currency') {
    const own = valueAt(line, currencyPath);
    const places = moneyPlaces(typeof own === 'string' ? own : currency);
    return { amount: Number(value), places };
  }
  if (kind !== 'text') return value as Cell;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function valueAt(line: object, path: readonly string[]): unknown {
  let value: unknown = line;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, name) ? value[name as keyof typeof value] : undefined;
  }
  return value;
}
