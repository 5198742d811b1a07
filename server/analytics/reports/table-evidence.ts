import { setImmediate } from 'node:timers/promises';
import type { TableRow } from '#contract/analytics/report.ts';
import type { Grouping } from '#contract/analytics/report-query.ts';
import type { Row } from '../compiler/result-row.ts';
import { canBeToldApart } from '../evidence/decision.ts';
import type { Gathering, Grouped } from '../evidence/evidence-query.ts';
import { type Evidence, evidenceOf, type Known, rateOf, roasOf } from '../evidence/row-evidence.ts';
import type { Report } from './report.ts';
import { type Gathered, gather, knownOf, wholeOf } from './report-evidence.ts';
import { type Group, type Groups, granularityOf, keyIn } from './table-groups.ts';

export type Proof = Evidence & Required<Pick<TableRow, 'separable'>>;

export function gatherGroups(
  report: Report,
  gathering: Gathering,
  grouping: Grouping,
): Promise<Gathered> {
  const granularity = granularityOf(grouping);
  const grouped: Grouped = granularity ? { granularity } : { dimensions: [grouping] };
  return gather(report, gathering, grouped);
}

/** Between so many rows everybody else is served. */
const atOnce = 200;

type Shown = Group & { shown: Known['shown'] };

/** What the rows of a table prove, each on its own and against the best of them. */
export async function proofsOf(
  report: Report,
  rows: readonly Shown[],
  groups: Groups,
  gathered: Gathered,
  grouping: Grouping,
): Promise<Proof[]> {
  const keyed = (all: readonly Row[] | null) =>
    new Map(all?.map((row) => [keyIn(row, report, grouping), row]));
  const [recent, earned] = [keyed(gathered.recent), keyed(gathered.earned)];
  const attributed = groups.everything.filter((row) => row !== groups.unattributed);
  const whole = wholeOf(report, attributed, gathered);
  const known = rows.map(({ key, row, shown }) => {
    const beside = { recent: recent.get(key), earned: earned.get(key) };
    return knownOf(report, row, { ...beside, gathered, whole, shown });
  });
  const proofs: Evidence[] = [];
  for (const one of known) {
    proofs.push(evidenceOf(one));
    if (proofs.length % atOnce === 0) await setImmediate();
  }
  const apart = separableIn(known, proofs);
  return proofs.map((proof, index) => ({ ...proof, separable: apart[index] ?? null }));
}

/**
 * Rows are compared by return on ad spend, where nothing was spent by conversion rate. The best is the one that is
 * proven best, not the one that was luckiest: its interval begins highest.
 */
function separableIn(known: readonly Known[], proofs: readonly Evidence[]): (boolean | null)[] {
  const hasCost = known.some(({ cost }) => cost > 0);
  const posteriors = known.map(hasCost ? roasOf : rateOf);
  const lows = proofs.map(({ roas_low, conversion_rate_low }) =>
    hasCost ? roas_low : conversion_rate_low,
  );
  const highest = lows.reduce<number>((most, low) => Math.max(most, low ?? 0), 0);
  const place = highest > 0 ? lows.indexOf(highest) : -1;
  const best = posteriors[place];
  return posteriors.map((posterior, index) =>
    !best || !posterior || index === place ? null : canBeToldApart(posterior, best),
  );
}
