import { amountIn, figureIn } from '../compiler/figure-values.ts';
import { type Figure, figures, type Model } from '../compiler/model.ts';
import type { Row } from '../compiler/result-row.ts';
import { estimated } from '../compiler/spread-arm.ts';
import type { EvidenceQuery } from '../evidence/evidence-query.ts';
import type { GroupSums } from '../runner/query-runner.ts';
import type { Part, ResolvedQuery } from '../runner/resolved-query.ts';
import type { ExcludedCounter } from './excluded-counts.ts';

/** What every report gets: the resolved query, and functions to run parts of it. */
export type Report = {
  resolved: ResolvedQuery;
  model: Model;
  runQuery: (part: Part) => Promise<Row[]>;
  /** How many rows a part has, whatever its limit. */
  count: (part: Part) => Promise<number>;
  /** The sums of a part's measures over all its rows, whatever its limit, and the number of rows. */
  sumGroups: (part: Part) => Promise<GroupSums>;
  /** Set where the report was asked for evidence. */
  evidenceQuery: EvidenceQuery | null;
  /** Used by reports that count what they leave out. */
  excludedCounter: ExcludedCounter;
};

/** The measures of figures for the chosen side, with functions to read them. */
export function chosenMeasures(report: Report) {
  const { model, resolved } = report;
  const known = new Map<Figure, string>();
  const shown = (figure: Figure): Figure =>
    (resolved.choice.estimated && figures.find((one) => one === `estimated_${figure}`)) || figure;
  const measure = (figure: Figure): string => {
    const found = known.get(figure) ?? model.measureFor(shown(figure), resolved.choice);
    known.set(figure, found);
    return found;
  };
  return {
    measure,
    amount: (row: Row | undefined, figure: Figure) => amountIn(report, row, measure(figure)),
    figure: (row: Row | undefined, figure: Figure) => figureIn(report, row, measure(figure)),
  };
}

/** The measure of cost, and the record of its rows. */
export const costMeasure = ({ resolved }: Pick<Report, 'resolved'>) =>
  resolved.choice.estimated ? estimated : 'cost';

export const distinct = (names: readonly string[]): string[] => [...new Set(names)];
