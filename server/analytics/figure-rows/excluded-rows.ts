import { type ExcludedRows, exclusionReasons } from '#contract/analytics/figure-rows.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import type { Measure } from '../compiler/model.ts';
import { overExcluded, overOtherSide, overRepeats } from '../rewriting/excluded-terms.ts';
import { added, amountOf, anyOf, type Term, termsOf } from '../rewriting/row-terms.ts';
import type { Arm } from '../rewriting/union-arms.ts';
import type { Select } from '../runner/query-runner.ts';
import { type ArmClauses, type RowRequest, rowsOf } from './row-source.ts';

/** The rows that a figure leaves out, by reason. Tests, bots and events without a rate have no value. */
export async function readExcludedRows(
  measure: Measure,
  request: RowRequest,
  select: Select,
): Promise<ExcludedRows[]> {
  const { cube } = request.model;
  const terms = termsOf(measure);
  const parameters = new Parameters();
  const sources = [excluded, repeated, beyond].flatMap(
    (linesOf) => rowsOf(request, parameters, (arm) => linesOf(arm, { cube, measure, terms })) ?? [],
  );
  if (sources.length === 0) return [];
  const sql = `SELECT reason, toString(count()), toString(sum(events)), toString(sum(amount)) FROM (
  SELECT reason, max(events) AS events, sum(amount) AS amount FROM (${sources.join('\nUNION ALL ')})
  GROUP BY reason, id)
GROUP BY reason`;
  const rows = await select({ sql, parameters: parameters.values });
  const isMoney = measure.meta.unit === 'currency';
  return exclusionReasons.flatMap((reason) => {
    const found = rows.find(([name]) => name === reason);
    if (!found) return [];
    const [, count, events, value] = found;
    const isKnown = isMoney && !valueless.has(reason);
    return {
      reason,
      rows: Number(count),
      events: Number(events),
      value: isKnown ? (value ?? null) : null,
    };
  });
}

const valueless: ReadonlySet<string> = new Set(['test', 'bot', 'no_rate']);

type Looked = { cube: string; measure: Measure; terms: readonly Term[] };

/** Bots, tests, rejected events and events without a rate are rows of their own kind in the model. */
function excluded(arm: Arm, { cube, measure, terms }: Looked): ArmClauses | null {
  if (!arm.records.has('excluded')) return null;
  const would = terms.map((term) => overExcluded(term, cube));
  const reason = `toString(${cube}.excluded_reason)`;
  return lines(cube, {
    reason: `if(${reason} = 'bot click', 'bot', ${reason})`,
    events: `${cube}.events`,
    amount: amount(measure, would),
    condition: `${cube}.record = 'excluded' AND ${anyOf(would.map(({ condition }) => condition))}`,
  });
}

/** The further reports of a conversion, where only its first event counts. */
function repeated(arm: Arm, { cube, measure, terms }: Looked): ArmClauses | null {
  const once = terms.filter(
    ({ addend, condition, isPeople }) =>
      !isPeople &&
      condition.includes(`${cube}.record = 'conversion'`) &&
      !/\.(?:raw_\w+|payout)\b/.test(addend),
  );
  if (once.length === 0 || !holdsConversions(arm)) return null;
  const repeats = once.map((term) => overRepeats(term, cube));
  return lines(cube, {
    reason: "'duplicate'",
    events: `${cube}.events - 1`,
    amount: amount(measure, repeats),
    condition: `${cube}.events > 1 AND ${anyOf(once.map(({ condition }) => condition))}`,
  });
}

/** Conversions that only the other side reported. */
function beyond(arm: Arm, { cube, measure, terms }: Looked): ArmClauses | null {
  const other = terms.flatMap((term) => {
    const { condition, addend, isPeople } = term;
    const isOne =
      condition.includes(`${cube}.record = 'conversion'`) && !condition.includes('.paired');
    if (!isOne || isPeople || addend.includes('.payout')) return [];
    return overOtherSide(term, cube) ?? [];
  });
  if (other.length === 0 || !holdsConversions(arm)) return null;
  return lines(cube, {
    reason: "'other_side'",
    events: `${cube}.events`,
    amount: amount(measure, other),
    condition: anyOf(other.map(({ condition }) => condition)),
  });
}

/** The arm of payouts owed holds no conversion a second time. */
const holdsConversions = ({ records, only }: Arm) =>
  records.has('conversion') && only === undefined;

type Left = { reason: string; events: string; amount: string; condition: string };

const lines = (cube: string, { reason, events, amount, condition }: Left): ArmClauses => ({
  columns: [
    `${reason} AS reason`,
    `concat(${cube}.row_id, ' ', ${cube}.side) AS id`,
    `toUInt64(${events}) AS events`,
    `${amount} AS amount`,
  ],
  condition,
});

const amount = (measure: Measure, terms: readonly Term[]): string =>
  terms.some(({ isPeople }) => isPeople)
    ? 'toDecimal128(0, 10)'
    : amountOf(measure, termsOf(measure), ({ call }) => {
        const term = terms.find((one) => one.call === call);
        return term ? added(term.addend, term.condition) : null;
      });
