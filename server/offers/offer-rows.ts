import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { OfferStatus } from '#contract/offers/fields.ts';
import { type Connection, isDuplicate, orm } from '../database/orm.ts';
import { offers } from '../database/schema/offers.ts';
import { withHold } from '../offer-terms/holds.ts';
import { requestRecompute } from '../pipeline/request-recompute.ts';
import { invalid } from '../platform/refusal.ts';

export type OfferRow = typeof offers.$inferSelect;

/** The status of an offer at a moment: an active or paused one expires by its end. */
export function statusAt(
  { status, endsAt }: Pick<OfferRow, 'status' | 'endsAt'>,
  now: Date,
): OfferStatus {
  const mayExpire = status === 'active' || status === 'paused';
  return mayExpire && endsAt !== null && endsAt <= now ? 'expired' : status;
}

export async function findOffer(connection: Connection, id: number): Promise<OfferRow | null> {
  const [row] = await orm(connection).select().from(offers).where(eq(offers.id, id));
  return row ?? null;
}

/** Answers the new row; an `offer_id` that the project already uses is refused by name. */
export async function insertOffer(
  connection: Connection,
  columns: typeof offers.$inferInsert,
): Promise<OfferRow> {
  const [row] = await orm(connection)
    .insert(offers)
    .values(columns)
    .returning()
    .catch((error: unknown) => {
      if (isDuplicate(error, 'offers_offer_id')) {
        throw invalid('offer_id', 'Already used in this project.');
      }
      throw error;
    });
  if (!row) throw new Error('The offer was not created.');
  return row;
}

/** What conversions that came before follow, too. */
const rules = ['clickWindowDays', 'allowMultipleConversions', 'goals', 'timezone'] as const;

/**
 * Changes columns of an offer and raises its version. A new hold is for conversions from now on; other rules about
 * conversions are applied to all of them.
 */
export async function storeOffer(
  client: pg.PoolClient,
  before: OfferRow,
  columns: Partial<OfferRow>,
  now: Date,
): Promise<OfferRow> {
  const { holdDays = before.holdDays } = columns;
  const holds = holdDays === before.holdDays ? before.holds : withHold(before, holdDays, now);
  const [row] = await orm(client)
    .update(offers)
    .set({ ...columns, holds, version: before.version + 1, updatedAt: now })
    .where(eq(offers.id, before.id))
    .returning();
  if (!row) throw new Error('An offer that was changed is not there.');
  if (rules.some((name) => name in columns)) await requestRecompute(client, row.projectId);
  return row;
}

/** The first numbers are left to the offers of links that were made by hand. */
const firstNumber = 101;

/** The highest number among the ids of a project's offers whose next one is free, and one more. */
export async function nextOfferId(connection: Connection, project: number): Promise<string> {
  const { rows } = await connection.query<{ next: string }>(
    `with used as materialized (
       select offer_id::bigint as number from offers where project_id = $1 and offer_id ~ '^[0-9]{1,15}$'
     )
     select (greatest(max(number) + 1, $2))::text as next from used
     where not exists (select from offers where project_id = $1 and offer_id = (number + 1)::text)`,
    [project, firstNumber],
  );
  return rows[0]?.next ?? String(firstNumber);
}
