import { ratioPlaces, roundDecimal } from '#contract/decimal.ts';
import type { Model } from './model.ts';
import type { Row } from './result-row.ts';

/** The decimal places of a figure in answers. */
export const places = { count: 2, currency: 2, ratio: ratioPlaces } as const;

/**
 * A figure of a row as an answer writes it: counts and money to two places, ratios to eight places; none where its base
 * is 0.
 */
export function figureIn(model: Model, row: Row | undefined, measure: string): number | null {
  const definition = model.measures.get(measure);
  if (!definition) throw new Error(`The model has no measure ${measure}.`);
  const text = row?.[measure];
  if (text === undefined || text === null) return definition.meta.additive ? 0 : null;
  return text === '0' ? 0 : roundDecimal(text, places[definition.meta.unit]);
}

/** The same where there is always a number: counts and sums. */
export function amountIn(model: Model, row: Row | undefined, measure: string): number {
  return figureIn(model, row, measure) ?? 0;
}
