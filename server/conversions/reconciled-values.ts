import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { z } from 'zod';
import {
  type newValuesSchema,
  type ValueRefusal,
  type ValuesAnswer,
  type ValuesUndo,
  valueRefusals,
  type valuesUndoRequestSchema,
} from '#contract/conversions/decisions.ts';
import { smallestDifference } from '#contract/conversions/reconciliation.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { dayAt, noonOf } from '#contract/period.ts';
import type { Access, Membership } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import type { Author } from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import type { KeepAnswer } from '../plugins/idempotency.ts';
import { addAdjustments, addReversals, type NewRow, readCorrected } from './adjustment-rows.ts';
import { recordValues, recordValuesUndone } from './audit-entries.ts';
import { type ConversionState, happenedAt, readStates, readStatesOf } from './current-state.ts';
import type { DecisionDependencies } from './decide.ts';
import { waitUntilApplied } from './decision-batches.ts';
import { lockProjects } from './project-lock.ts';
import { correctedValues } from './read-corrected-values.ts';

type Caller = { access: Access; author: Author };

/** Corrects conversions to the values of a network's file, as far as possible. */
export async function correctValues(
  { pool, now, onDecision }: DecisionDependencies,
  { project_id, values, reason_code: reason, note }: z.output<typeof newValuesSchema>,
  {
    access,
    author,
    analytics,
    keep,
  }: Caller & { analytics: AnalyticsReader; keep: KeepAnswer<ValuesAnswer> },
): Promise<ValuesAnswer> {
  const membership = decidingIn(access, project_id);
  const refused = new Map<ValueRefusal, string[]>();
  const answer = await alone(pool, project_id, async (client) => {
    const named = values.map((one) => one.conversion_id);
    const found = await readStates(named, [project_id], analytics.select);
    const byId = new Map(found.map((one) => [one.conversion_id, one]));
    const worth = await correctedValues(found, project_id, {
      connection: client,
      select: analytics.select,
    });
    const at = now();
    const { currency } = membership;
    const rows = values.flatMap(({ conversion_id: id, value }): NewRow[] => {
      const state = byId.get(id);
      const difference = new Decimal(value).sub(worth.get(id) ?? 0);
      const cause = refusalOf(state, difference, currency);
      if (cause) refused.set(cause, [...(refused.get(cause) ?? []), id]);
      return state && !cause
        ? [
            {
              ...dayOf(state, membership, at),
              project: project_id,
              conversion: id,
              uid: state.event_uid,
              affid: state.affid,
              offer: state.offer_id,
              revenue: difference.toFixed(),
              payout: '0',
              stated: value,
              currency,
              reason,
              note,
              by: access.userId,
              at,
            },
          ]
        : [];
    });
    const ids = await addAdjustments(client, rows);
    const revenue = Decimal.sum(0, ...rows.map((row) => row.revenue)).toFixed();
    const taken: ValuesAnswer = {
      ids,
      corrected: ids.length,
      refused: refusedCounts(refused),
      currency,
      revenue: roundDecimal(revenue, moneyPlaces(currency)),
    };
    await keep(client, taken);
    if (ids.length > 0) {
      const details = { project: project_id, corrections: ids.length, revenue, currency, reason };
      await recordValues(client, { author, at }, details);
    }
    return taken;
  });
  if (answer.ids.length > 0) {
    onDecision();
    await waitUntilApplied(pool, { adjustments: answer.ids });
  }
  return answer;
}

/** Reverses a set of corrections; corrections reversed before stay so. */
export async function undoValueCorrections(
  { pool, now, onDecision }: DecisionDependencies,
  { project_id, ids }: z.output<typeof valuesUndoRequestSchema>,
  { access, author, analytics }: Caller & { analytics: AnalyticsReader },
): Promise<ValuesUndo> {
  const { currency } = decidingIn(access, project_id);
  const taken = await alone(pool, project_id, async (client) => {
    const at = now();
    const project = project_id;
    const stores = { connection: client, select: analytics.select };
    const corrected = await readCorrected(client, project, ids);
    const found = await readStatesOf(corrected, project, analytics.select);
    const sum = async () =>
      Decimal.sum(0, ...(await correctedValues(found, project, stores)).values());
    const before = await sum();
    const corrections = await addReversals(client, { project, ids, by: access.userId, at });
    const revenue = (await sum()).sub(before).toFixed();
    if (corrections.length > 0) {
      const details = { project, corrections: corrections.length, revenue, currency };
      await recordValuesUndone(client, { author, at }, details);
    }
    return { ids: corrections, revenue };
  });
  if (taken.ids.length > 0) {
    onDecision();
    await waitUntilApplied(pool, { adjustments: taken.ids });
  }
  return {
    taken_back: taken.ids.length,
    currency,
    revenue: roundDecimal(taken.revenue, moneyPlaces(currency)),
  };
}

function decidingIn(access: Access, project: number): Membership {
  const membership = memberForInput(access, project);
  requireCapability(membership, 'conversion.decide');
  return membership;
}

const alone = <Result>(
  pool: pg.Pool,
  project: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    await lockProjects(client, [project]);
    return work(client);
  });

function refusalOf(
  state: ConversionState | undefined,
  difference: Decimal,
  currency: string,
): ValueRefusal | null {
  if (!state) return 'not_found';
  if (state.record === 'refund') return 'refund';
  if (state.excluded_reason !== '') return 'not_counted';
  return difference.abs().lt(smallestDifference(currency)) ? 'same_value' : null;
}

const refusedCounts = (
  refused: ReadonlyMap<ValueRefusal, readonly string[]>,
): ValuesAnswer['refused'] =>
  valueRefusals.flatMap((cause) => {
    const left = refused.get(cause) ?? [];
    return left.length > 0
      ? [{ cause, because: sentences[cause], conversions: left.length, ids: left.slice(0, 100) }]
      : [];
  });

/** The conversion's own day, or today where its clock was ahead. */
function dayOf(state: ConversionState, { timezone }: Membership, now: Date) {
  const happened = happenedAt(state);
  const date = dayAt(happened < now ? happened : now, timezone);
  return { date, effectiveAt: noonOf(date, timezone) };
}

const sentences: Record<ValueRefusal, string> = {
  not_found: 'There is no such conversion here.',
  refund: 'It is a refund, not a conversion.',
  not_counted: 'It does not count at present, so its value changes nothing.',
  same_value: 'It has this value already.',
};
