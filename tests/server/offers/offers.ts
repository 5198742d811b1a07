import type pg from 'pg';

type Added = { projectId: number; offerId?: string } & Record<string, unknown>;

/** Adds an offer with any columns, and answers its row id. */
export async function addOffer(
  pool: pg.Pool,
  { projectId, offerId = '101', ...columns }: Added,
): Promise<number> {
  const given = {
    project_id: projectId,
    offer_id: offerId,
    name: `Offer ${offerId}`,
    url: `https://offer-${offerId}.test/?c={click_id}`,
    ...columns,
  };
  const names = Object.keys(given);
  const { rows } = await pool.query<{ id: number }>(
    `insert into offers (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(given),
  );
  return rows[0]?.id ?? 0;
}

type TermsColumns = Partial<
  Record<'goal' | 'country' | 'device' | 'payout_type' | 'payout_amount' | 'payout_pct', string>
> & { affiliate_id?: number; starts_at?: Date; ends_at?: Date };

/** Adds terms that pay 12 per conversion. */
export async function addTerms(
  pool: pg.Pool,
  offer: number,
  columns: TermsColumns = {},
): Promise<number> {
  const given = {
    offer_id: offer,
    goal: 'conversion',
    revenue_type: 'none',
    payout_type: 'cpa',
    payout_amount: '12',
    tiers: '[]',
    starts_at: new Date(0),
    reason: '',
    created_at: new Date(0),
    ...columns,
  };
  const names = Object.keys(given);
  const { rows } = await pool.query<{ id: number }>(
    `insert into offer_terms (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(given),
  );
  return rows[0]?.id ?? 0;
}

type CapColumns = {
  metric?: string;
  period?: string;
  most?: number;
  affiliate_id?: number;
  policy?: string;
};

/** Adds a cap of ten conversions a day. */
export async function addCap(
  pool: pg.Pool,
  offer: number,
  { metric = 'conversions', period = 'day', most = 10, affiliate_id, policy }: CapColumns = {},
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into offer_caps (offer_id, metric, period, most, affiliate_id, policy, counts_statuses, soft_pct, created_at)
     values ($1, $2, $3, $4, $5, $6, '{pending,approved}', 90, now()) returning id`,
    [offer, metric, period, most, affiliate_id ?? null, policy ?? null],
  );
  return rows[0]?.id ?? 0;
}
