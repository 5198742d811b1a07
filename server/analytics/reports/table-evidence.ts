import { setImmediate } from 'node:timers/promises';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { TableRow } from '#contract/analytics/report.ts';
import type { Row } from '../compiler/result-row.ts';
import type { EvidenceGroup, EvidenceQuery } from '../evidence/evidence-query.ts';
import {
  type Evidence,
  evidenceOf,
  type RowFacts,
  rateOf,
  roasOf,
} from '../evidence/row-evidence.ts';
import { areSeparable } from '../evidence/separability.ts';
import type { Report } from './report.ts';
import { type EvidenceRows, gatherEvidence, rowFactsOf, totalSampleOf } from './report-evidence.ts';
import { type Group, type Groups, granularityOf, keyIn } from './table-groups.ts';

export type Proof = Evidence & Required<Pick<TableRow, 'separable'>>;

export function gatherGroupEvidence(
  report: Report,
  evidenceQuery: EvidenceQuery,
  grouping: Grouping,
): Promise<EvidenceRows> {
  const granularity = granularityOf(grouping);
  const grouped: EvidenceGroup = granularity ? { granularity } : { dimensions: [grouping] };
  return gatherEvidence(report, evidenceQuery, grouped);
}

/** After this many rows the event loop serves other requests. */
const atOnce = 200;

type Shown = Group & { shown: RowFacts['shown'] };

/** The evidence of a table's rows, each on its own and against the best row. */
export async function proofsOf(
  report: Report,
  rows: readonly Shown[],
  groups: Groups,
  gathered: EvidenceRows,
  grouping: Grouping,
): Promise<Proof[]> {
  const keyed = (all: readonly Row[] | null) =>
    new Map(all?.map((row) => [keyIn(row, report, grouping), row]));
  const [recent, earned] = [keyed(gathered.recent), keyed(gathered.earned)];
  const attributed = groups.everything.filter((row) => row !== groups.unattributed);
  const whole = totalSampleOf(report, attributed, gathered);
  const known = rows.map(({ key, row, shown }) => {
    const clickEvidence = { recent: recent.get(key), earned: earned.get(key) };
    return rowFactsOf(report, row, { ...clickEvidence, gathered, whole, shown });
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
 * Rows are compared by return on ad spend, or by conversion rate where nothing was spent. The best row is the one whose
 * interval begins highest, not the luckiest one.
 */
function separableIn(known: readonly RowFacts[], proofs: readonly Evidence[]): (boolean | null)[] {
  const hasCost = known.some(({ cost }) => cost > 0);
  const posteriors = known.map(hasCost ? roasOf : rateOf);
  const lows = proofs.map(({ roas_low, conversion_rate_low }) =>
    hasCost ? roas_low : conversion_rate_low,
  );
  const highest = lows.reduce<number>((most, low) => Math.max(most, low ?? 0), 0);
  const place = highest > 0 ? lows.indexOf(highest) : -1;
  const best = posteriors[place];
  return posteriors.map((posterior, index) =>
    !best || !posterior || index === place ? null : areSeparable(posterior, best),
  );
}
