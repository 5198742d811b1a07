import { ratioPlaces, roundDecimal } from '#contract/decimal.ts';
import type { Measure, Model } from './model.ts';
import type { Row } from './result-row.ts';

/** The decimal places of money in answers, by the currency of the question. */
export type MoneyPlaces = { moneyPlaces: number };

/** What is needed to read figures from rows: the model that defines them, and the decimal places of money. */
export type Reading = { model: Model; resolved: MoneyPlaces };

/** The decimal places of a figure in answers: two of counts, eight of ratios. */
export function placesOf(unit: Measure['meta']['unit'], { moneyPlaces }: MoneyPlaces): number {
  if (unit === 'currency') return moneyPlaces;
  return unit === 'ratio' ? ratioPlaces : 2;
}

/** The same by the name of a measure. */
export const placesIn = ({ model, resolved }: Reading, measure: string): number =>
  placesOf(measureNamed(model, measure).meta.unit, resolved);

function measureNamed(model: Model, name: string): Measure {
  const measure = model.measures.get(name);
  if (!measure) throw new Error(`The model has no measure ${name}.`);
  return measure;
}

/** A figure of a row as an answer writes it; none where its base is 0. */
export function figureIn(
  { model, resolved }: Reading,
  row: Row | undefined,
  measure: string,
): number | null {
  const { meta } = measureNamed(model, measure);
  const text = row?.[measure];
  if (text === undefined || text === null) return meta.additive ? 0 : null;
  return text === '0' ? 0 : roundDecimal(text, placesOf(meta.unit, resolved));
}

/** The same where there is always a number: counts and sums. */
export function amountIn(reading: Reading, row: Row | undefined, measure: string): number {
  return figureIn(reading, row, measure) ?? 0;
}
