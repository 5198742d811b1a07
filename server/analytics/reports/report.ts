import { amountIn, figureIn } from '../compiler/figure-values.ts';
import type { Figure, Model } from '../compiler/model.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Gathering } from '../evidence/evidence-query.ts';
import type { Inquiry, Part } from '../runner/report-inquiry.ts';
import type { Beside } from './excluded-counts.ts';

/** What every report gets: what was asked for, and a way to ask the model within it. */
export type Report = {
  inquiry: Inquiry;
  model: Model;
  ask: (part: Part) => Promise<Row[]>;
  /** How many rows a part has, whatever its limit. */
  count: (part: Part) => Promise<number>;
  /** Where a report also says what its figures prove. */
  gathering: Gathering | null;
  /** For reports that say that they count what they leave out. */
  beside: Beside;
};

/** The measures that answer for figures on the chosen side, and how to read them. */
export function chosen({ model, inquiry }: Report) {
  const known = new Map<Figure, string>();
  const measure = (figure: Figure): string => {
    const found = known.get(figure) ?? model.measureFor(figure, inquiry.choice);
    known.set(figure, found);
    return found;
  };
  return {
    measure,
    amount: (row: Row | undefined, figure: Figure) => amountIn(model, row, measure(figure)),
    figure: (row: Row | undefined, figure: Figure) => figureIn(model, row, measure(figure)),
  };
}

export const distinct = (names: readonly string[]): string[] => [...new Set(names)];
