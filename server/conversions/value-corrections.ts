import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { z } from 'zod';
import {
  type newValuesSchema,
  type ValueRefusal,
  type ValuesAnswer,
  type ValuesUndo,
  valueRefusals,
  type valuesBackSchema,
} from '#contract/conversions/decisions.ts';
import { smallestDifference } from '#contract/conversions/reconciliation.ts';
import { rounded } from '#contract/decimal.ts';
import { dayAt, noonOf } from '#contract/period.ts';
import type { Access, Membership } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/capabilities.ts';
import type { Reading } from '../analytics/runner/readings.ts';
import type { Author } from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import type { KeepAnswer } from '../plugins/idempotency.ts';
import { addAdjustments, type NewRow, takeAllBack } from './adjustments.ts';
import { recordValues, recordValuesBack } from './audit-entries.ts';
import { worthOf } from './corrected-value.ts';
import { happenedAt, type Standing, standingWith } from './current-state.ts';
import type { DecidingDependencies } from './decide.ts';
import { untilShown } from './decisions.ts';
import { aloneIn } from './project-lock.ts';

type Asked = { access: Access; author: Author };

/** Corrects conversions to the values somebody else has, as far as they can be. */
export async function takeValues(
  { pool, now, heard }: DecidingDependencies,
  { project_id, values, reason_code: reason, note }: z.output<typeof newValuesSchema>,
  { access, author, reading, keep }: Asked & { reading: Reading; keep: KeepAnswer<ValuesAnswer> },
): Promise<ValuesAnswer> {
  const membership = decidingIn(access, project_id);
  const refused = new Map<ValueRefusal, string[]>();
  const answer = await alone(pool, project_id, async (client) => {
    const named = values.map((one) => one.conversion_id);
    const found = await standingWith(named, [project_id], reading.select);
    const byId = new Map(found.map((one) => [one.conversion_id, one]));
    const worth = await worthOf(found, project_id, client);
    const at = now();
    const { currency } = membership;
    const rows = values.flatMap(({ conversion_id: id, value }): NewRow[] => {
      const standing = byId.get(id);
      const difference = new Decimal(value).sub(worth.get(id) ?? 0);
      const cause = refusalOf(standing, difference);
      if (cause) refused.set(cause, [...(refused.get(cause) ?? []), id]);
      return standing && !cause
        ? [
            {
              ...dayOf(standing, membership, at),
              project: project_id,
              conversion: id,
              uid: standing.event_uid,
              affid: standing.affid,
              offer: standing.offer_id,
              revenue: difference.toFixed(),
              payout: '0',
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
      refused: toldOf(refused),
      currency,
      revenue: rounded(revenue, 2),
    };
    await keep(client, taken);
    if (ids.length > 0) {
      const said = { project: project_id, corrections: ids.length, revenue, currency, reason };
      await recordValues(client, { author, at }, said);
    }
    return taken;
  });
  if (answer.ids.length > 0) {
    heard();
    await untilShown(pool, { adjustments: answer.ids });
  }
  return answer;
}

/** Takes a whole set of corrections back; what was taken back before stays so. */
export async function undoValues(
  { pool, now, heard }: DecidingDependencies,
  { project_id, ids }: z.output<typeof valuesBackSchema>,
  { access, author }: Asked,
): Promise<ValuesUndo> {
  const { currency } = decidingIn(access, project_id);
  const taken = await alone(pool, project_id, async (client) => {
    const at = now();
    const project = project_id;
    const back = await takeAllBack(client, { project, ids, by: access.userId, at });
    const { ids: corrections, revenue } = back;
    if (corrections.length > 0) {
      const said = { project, corrections: corrections.length, revenue, currency };
      await recordValuesBack(client, { author, at }, said);
    }
    return back;
  });
  if (taken.ids.length > 0) {
    heard();
    await untilShown(pool, { adjustments: taken.ids });
  }
  return { taken_back: taken.ids.length, currency, revenue: rounded(taken.revenue, 2) };
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
    await aloneIn(client, [project]);
    return work(client);
  });

function refusalOf(standing: Standing | undefined, difference: Decimal): ValueRefusal | null {
  if (!standing) return 'not_found';
  if (standing.record === 'refund') return 'refund';
  if (standing.excluded_reason !== '') return 'not_counted';
  return difference.abs().lt(smallestDifference) ? 'same_value' : null;
}

const toldOf = (refused: ReadonlyMap<ValueRefusal, readonly string[]>): ValuesAnswer['refused'] =>
  valueRefusals.flatMap((cause) => {
    const left = refused.get(cause) ?? [];
    return left.length > 0
      ? [{ cause, because: sentences[cause], conversions: left.length, ids: left.slice(0, 100) }]
      : [];
  });

/** The conversion's own day, or today where its clock ran ahead. */
function dayOf(standing: Standing, { timezone }: Membership, now: Date) {
  const happened = happenedAt(standing);
  const date = dayAt(happened < now ? happened : now, timezone);
  return { date, effectiveAt: noonOf(date, timezone) };
}

const sentences: Record<ValueRefusal, string> = {
  not_found: 'There is no such conversion here.',
  refund: 'It is a refund, and no conversion.',
  not_counted: 'It does not count as it stands, so its value changes nothing.',
  same_value: 'Its value is that already.',
};
