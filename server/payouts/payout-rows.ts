import type pg from 'pg';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { Payout } from '#contract/payouts/schemas.ts';
import { type Connection, isDuplicate } from '../database/orm.ts';
import { invalid } from '../platform/refusal.ts';

type NewPayoutRow = {
  affiliate: number;
  amount: string;
  currency: string;
  periodStart: string;
  periodEnd: string;
  paidAt: Date;
  reference: string | null;
  by: number;
  at: Date;
};

/** A payout with every digit of its amount. */
export type PayoutRow = Omit<
  Payout,
  'amount' | 'paid_at' | 'recorded_at' | 'undone_at' | 'undo_until'
> & {
  amount: string;
  paid_at: Date;
  recorded_at: Date | null;
  undone_at: Date | null;
};

const personOf = (user: string) =>
  `nullif(trim(${user}.first_name || ' ' || ${user}.last_name), '')`;

const selected = `
select payout.id, affiliate.project_id as project, affiliate.id as affiliate, affiliate.aff_id as affid,
  affiliate.name as affiliate_name, payout.amount::text, payout.currency, payout.period_start::text,
  payout.period_end::text, payout.paid_at, payout.reference, payout.recorded_at,
  ${personOf('recorder')} as recorded_by, payout.undone_at, ${personOf('undoer')} as undone_by
from payouts payout join affiliates affiliate on affiliate.id = payout.affiliate_id
left join users recorder on recorder.id = payout.recorded_by left join users undoer on undoer.id = payout.undone_by`;

/** The payouts of these affiliates of a project, or of all its affiliates, the latest paid first. */
export async function readPayouts(
  connection: Connection,
  {
    project,
    affids,
    before,
    limit,
  }: {
    project: number;
    affids: readonly string[] | null;
    before?: string | undefined;
    limit: number;
  },
): Promise<PayoutRow[]> {
  const { rows } = await connection.query<PayoutRow>(
    `${selected}
     where affiliate.project_id = $1 and ($2::text[] is null or affiliate.aff_id = any($2))
       and ($3::bigint is null
         or (payout.paid_at, payout.id) < (select paid_at, id from payouts where id = $3))
     order by payout.paid_at desc, payout.id desc limit $4`,
    [project, affids, before ?? null, limit],
  );
  return rows;
}

/** The payouts that count, of these affiliates of a project or of all its affiliates, the earliest paid first. */
export async function readCountedPayouts(
  connection: Connection,
  { project, affids }: { project: number; affids: readonly string[] | null },
): Promise<PayoutRow[]> {
  const { rows } = await connection.query<PayoutRow>(
    `${selected}
     where affiliate.project_id = $1 and ($2::text[] is null or affiliate.aff_id = any($2))
       and payout.undone_at is null
     order by payout.paid_at, payout.id`,
    [project, affids],
  );
  return rows;
}

/** A payout of one of these projects. */
export async function findPayout(
  connection: Connection,
  projects: readonly number[],
  id: number,
): Promise<PayoutRow | null> {
  const { rows } = await connection.query<PayoutRow>(
    `${selected} where payout.id = $1 and affiliate.project_id = any($2)`,
    [id, projects],
  );
  return rows[0] ?? null;
}

export async function addPayout(client: pg.PoolClient, row: NewPayoutRow): Promise<number> {
  const { rows } = await client
    .query<{ id: number }>(
      `insert into payouts (affiliate_id, amount, currency, period_start, period_end, paid_at, reference, recorded_by,
         recorded_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        row.affiliate,
        row.amount,
        row.currency,
        row.periodStart,
        row.periodEnd,
        row.paidAt,
        row.reference,
        row.by,
        row.at,
      ],
    )
    .catch(refuseTwice);
  const [added] = rows;
  if (!added) throw new Error('The payout was not written.');
  return added.id;
}

/** False where it was undone before. */
export async function undoPayout(
  client: pg.PoolClient,
  { id, by, at }: { id: number; by: number; at: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update payouts set undone_at = $2, undone_by = $3 where id = $1 and undone_at is null',
    [id, at, by],
  );
  return rowCount === 1;
}

const undoable = 24 * 60 * 60 * 1_000;

type Recorded = Pick<PayoutRow, 'recorded_at' | 'paid_at'>;

/** A payout can be undone for a day after it was recorded; one that no member recorded, after it was paid. */
export const undoableUntil = ({ recorded_at, paid_at }: Recorded): Date =>
  new Date((recorded_at ?? paid_at).getTime() + undoable);

export const undoUntil = (row: Recorded & Pick<PayoutRow, 'undone_at'>, at: Date): string | null =>
  row.undone_at === null && at < undoableUntil(row) ? undoableUntil(row).toISOString() : null;

type Reader = { seesMembers: boolean; at: Date };

/** Names of members are left out for readers who may not see members. */
export const answerOf = (
  { recorded_by, undone_by, ...row }: PayoutRow,
  { seesMembers, at }: Reader,
): Payout => ({
  ...row,
  amount: roundDecimal(row.amount, moneyPlaces(row.currency)),
  paid_at: row.paid_at.toISOString(),
  recorded_at: row.recorded_at?.toISOString() ?? null,
  undone_at: row.undone_at?.toISOString() ?? null,
  recorded_by: seesMembers ? recorded_by : null,
  undone_by: seesMembers ? undone_by : null,
  undo_until: undoUntil(row, at),
});

function refuseTwice(error: unknown): never {
  if (isDuplicate(error, 'payouts_reference')) {
    throw invalid(
      'reference',
      'A payout to this affiliate has this reference. Undo that one first, or use another reference.',
    );
  }
  throw error;
}
