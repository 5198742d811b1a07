import type { Select } from '../../analytics/runner/query-runner.ts';
import type { PairedMoments } from '../statistics/estimates.ts';
import { capSql, figuresSql } from './figures-sql.ts';
import type { OutcomeQuestion } from './outcome-question.ts';

/** Units of one variant in one reading. */
export type VariantFigures = {
  units: number;
  /** Units with at least one conversion. */
  conversions: number;
  /** Their value as decimal text, without a cap. */
  revenue: string;
  /** Units that were shown another variant, too. */
  inSeveral: number;
  moments: PairedMoments;
};

export type TestFigures = {
  /** Units whose outcome is frozen, as it was then, by variant. */
  frozen: ReadonlyMap<string, VariantFigures>;
  /** All units as they are now, by variant. */
  present: ReadonlyMap<string, VariantFigures>;
};

/** Reads what the variants of a test brought. */
export async function readFigures(select: Select, question: OutcomeQuestion): Promise<TestFigures> {
  const rows = await select({ ...figuresSql(question), isLong: true });
  const readings = { frozen: new Map(), present: new Map() };
  for (const [variant = '', reading, ...cells] of rows) {
    readings[reading === 'frozen' ? 'frozen' : 'present'].set(variant, figuresIn(cells));
  }
  return readings;
}

function figuresIn(cells: readonly (string | null)[]): VariantFigures {
  const [units, conversions, revenue, inSeveral, ...sums] = cells;
  const [top = 0, topSquared = 0, bottom = 0, bottomSquared = 0, products = 0] = sums.map(Number);
  return {
    units: Number(units),
    conversions: Number(conversions),
    revenue: revenue ?? '0',
    inSeveral: Number(inSeveral),
    moments: {
      units: Number(units),
      numerator: { sum: top, sumOfSquares: topSquared },
      denominator: { sum: bottom, sumOfSquares: bottomSquared },
      sumOfProducts: products,
    },
  };
}

type Enough = { variants: readonly { key: string }[]; minConversions: number };

/**
 * The value of a unit above which values are cut, as decimal text; null while a variant has too few conversions whose
 * units are frozen, or none of them brought anything.
 */
export async function readCap(
  select: Select,
  question: OutcomeQuestion,
  { variants, minConversions }: Enough,
): Promise<string | null> {
  const rows = await select({ ...capSql(question), isLong: true });
  const found = new Map(rows.map(([variant, ...cells]) => [variant ?? '', cells]));
  const hasEnough = variants.every(({ key }) => Number(found.get(key)?.[0] ?? 0) >= minConversions);
  const [, bringing, cap = null] = found.get('') ?? [];
  return hasEnough && Number(bringing) > 0 ? cap : null;
}
