import type pg from 'pg';
import type { Adjustment, DecisionReason } from '#contract/conversions/decisions.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { appliedRevenues } from '../attribution/applied-corrections.ts';
import type { Connection } from '../database/orm.ts';

export type NewRow = {
  project: number;
  conversion: string | null;
  uid: string | null;
  affid: string;
  offer: string;
  revenue: string;
  payout: string;
  /** The value in a network's file that the correction takes over; null where its amount was entered. */
  stated: string | null;
  currency: string;
  reason: DecisionReason;
  note: string;
  /** A day, stored as its noon in the project's zone. */
  date: string;
  effectiveAt: Date;
  by: number;
  at: Date;
};

/** Stores a correction in the caller's transaction and requests the update of the figures. */
export async function addAdjustment(client: pg.PoolClient, row: NewRow): Promise<number> {
  const [id] = await addAdjustments(client, [row]);
  if (id === undefined) throw new Error('The correction was not written.');
  return id;
}

/** Stores several corrections in the caller's transaction. */
export async function addAdjustments(
  client: pg.PoolClient,
  adjustments: readonly NewRow[],
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into conversion_adjustments (project_id, conversion_id, event_uid, aff_id, offer_id, revenue, payout,
       stated_value, currency, reason_code, note, effective_date, effective_at, created_at, created_by)
     select project, conversion, uid, affid, offer, revenue, payout, stated, currency, reason, note, date, "effectiveAt",
       at, by
     from jsonb_to_recordset($1) as given(project int, conversion text, uid text, affid text, offer text,
       revenue numeric, payout numeric, stated numeric, currency text, reason text, note text, date date,
       "effectiveAt" timestamptz, at timestamptz, by int) returning id`,
    [JSON.stringify(adjustments)],
  );
  return askFor(client, idsOf(rows));
}

/** Adds reversals of these corrections of a project, except of reversals and of corrections already reversed. */
export async function addReversals(
  client: pg.PoolClient,
  { project, ids, by, at }: { project: number; ids: readonly number[]; by: number; at: Date },
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into conversion_adjustments (project_id, conversion_id, event_uid, aff_id, offer_id, revenue, payout,
       stated_value, currency, reason_code, note, effective_date, effective_at, created_at, created_by, reverses)
     select project_id, conversion_id, event_uid, aff_id, offer_id, -revenue, -payout, stated_value, currency,
       reason_code, note, effective_date, effective_at, $3, $4, id
     from conversion_adjustments where project_id = $1 and id = any($2) and reverses is null
     on conflict (reverses) do nothing returning id`,
    [project, ids, at, by],
  );
  return askFor(client, idsOf(rows));
}

/** The conversions and events that these corrections of a project were made for. */
export async function readCorrected(
  connection: Connection,
  project: number,
  ids: readonly number[],
): Promise<{ conversion: string; uid: string | null }[]> {
  const { rows } = await connection.query<{ conversion: string; uid: string | null }>(
    `select distinct conversion_id as conversion, event_uid as uid from conversion_adjustments
     where project_id = $1 and id = any($2) and conversion_id is not null`,
    [project, ids],
  );
  return rows;
}

/** A correction with every digit as it was entered. */
export type WrittenRow = Pick<
  NewRow,
  'project' | 'conversion' | 'affid' | 'revenue' | 'payout' | 'currency' | 'reason'
> & { id: number; reverses: number | null };

/** Adds the reversal of a correction; null where it is already reversed. */
export async function addReversal(
  client: pg.PoolClient,
  { id, by, at }: { id: number; by: number; at: Date },
): Promise<WrittenRow | null> {
  const { rows } = await client.query<WrittenRow>(
    `insert into conversion_adjustments (project_id, conversion_id, event_uid, aff_id, offer_id, revenue, payout,
       stated_value, currency, reason_code, note, effective_date, effective_at, created_at, created_by, reverses)
     select project_id, conversion_id, event_uid, aff_id, offer_id, -revenue, -payout, stated_value, currency,
       reason_code, note, effective_date, effective_at, $2, $3, id
     from conversion_adjustments where id = $1
     on conflict (reverses) do nothing
     returning id, project_id as project, conversion_id as conversion, aff_id as affid, revenue::text, payout::text,
       currency, reason_code as reason, reverses`,
    [id, at, by],
  );
  await askFor(client, idsOf(rows));
  return rows[0] ?? null;
}

/** The reversal of a correction. */
export async function findReversal(connection: Connection, id: number): Promise<number | null> {
  const { rows } = await connection.query<{ id: number }>(
    'select id from conversion_adjustments where reverses = $1',
    [id],
  );
  return rows[0]?.id ?? null;
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

async function askFor(client: pg.PoolClient, ids: number[]): Promise<number[]> {
  await client.query(
    `insert into pending_decisions (project_id, adjustment_id)
     select project_id, id from conversion_adjustments where id = any($1) order by id`,
    [ids],
  );
  return ids;
}

type Row = Omit<Adjustment, 'at' | 'amount_revenue' | 'amount_payout'> & {
  at: Date;
  revenue: string;
  payout: string;
  stated: string | null;
};

const selected = `
select a.id, a.project_id, a.conversion_id, nullif(a.aff_id, '') as affid, nullif(a.offer_id, '') as offer_id,
  a.revenue::text, a.payout::text, a.stated_value::text as stated, a.currency, a.reason_code, a.note,
  a.effective_date::text, a.created_at as at,
  nullif(trim(u.first_name || ' ' || u.last_name), '') as by, a.reverses, r.id as reversed_by
from conversion_adjustments a
left join conversion_adjustments r on r.reverses = a.id left join users u on u.id = a.created_by`;

/** A correction of one of these projects. */
export async function findAdjustment(
  connection: Connection,
  projects: readonly number[],
  id: number,
): Promise<Adjustment | null> {
  const { rows } = await connection.query<Row>(
    `${selected} where a.id = $1 and a.project_id = any($2)`,
    [id, projects],
  );
  return rows[0] ? shown(rows[0]) : null;
}

/**
 * The corrections of a conversion, by its id and by its events, the oldest first, with what each adds to this value.
 * The value is null where the conversion does not count.
 */
export async function readAdjustments(
  connection: Connection,
  project: number,
  {
    conversion,
    uids,
    value,
  }: { conversion: string; uids: readonly string[]; value: string | null },
): Promise<Adjustment[]> {
  const { rows } = await connection.query<Row>(
    `${selected} where a.project_id = $1 and (a.conversion_id = $2 or a.event_uid = any($3)) order by a.id limit 500`,
    [project, conversion, uids],
  );
  const applied = appliedRevenues(value, rows);
  return rows.map((row) =>
    shown({ ...row, revenue: applied.get(row.id)?.toFixed() ?? row.revenue }),
  );
}

const shown = ({ revenue, payout, stated, at, ...row }: Row): Adjustment => ({
  ...row,
  amount_revenue: roundDecimal(revenue, moneyPlaces(row.currency)),
  amount_payout: roundDecimal(payout, moneyPlaces(row.currency)),
  at: at.toISOString(),
});
