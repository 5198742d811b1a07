import type { Cap } from '#contract/offers/caps.ts';
import type { Connection } from '../../database/orm.ts';

type CapRow = Omit<Cap, 'created_at' | 'limit'> & {
  limit: string;
  created_at: Date;
  removed_at: Date | null;
};

export type StoredCap = Cap & { removed_at: Date | null };

const selected = `
select cap.id, cap.metric, cap.period as interval, cap.most::text as limit, cap.affiliate_id as affiliate,
  affiliate.aff_id as affid, cap.counts_statuses, cap.soft_pct, cap.policy, cap.version, cap.created_at, cap.removed_at
from offer_caps cap left join affiliates affiliate on affiliate.id = cap.affiliate_id`;

const capIn = ({ created_at: created, limit, ...cap }: CapRow): StoredCap => ({
  ...cap,
  limit: Number(limit),
  created_at: created.toISOString(),
});

/** The caps of an offer, of all affiliates or of everyone and these. */
export async function readCaps(
  connection: Connection,
  offer: number,
  affiliates: readonly number[] | null,
): Promise<Cap[]> {
  const { rows } = await connection.query<CapRow>(
    `${selected} where cap.offer_id = $1 and cap.removed_at is null
       and ($2::int[] is null or cap.affiliate_id is null or cap.affiliate_id = any($2)) order by cap.id`,
    [offer, affiliates],
  );
  return rows.map(capIn).map(shown);
}

/** A cap of an offer, also a removed one. */
export async function findCap(
  connection: Connection,
  offer: number,
  id: number,
): Promise<StoredCap | null> {
  const { rows } = await connection.query<CapRow>(
    `${selected} where cap.offer_id = $1 and cap.id = $2`,
    [offer, id],
  );
  return rows[0] ? capIn(rows[0]) : null;
}

export const shown = ({ removed_at: _, ...cap }: StoredCap): Cap => cap;
