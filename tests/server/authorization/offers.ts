import type pg from 'pg';
import { createOffer } from '#server/offers/repository.ts';

export type SeededOffers = {
  /** An active, public offer; one that must be requested; and one that may be archived. */
  offerRow: number;
  requestedOffer: number;
  doomedOffer: number;
  /** Terms of the active one that were withdrawn. */
  withdrawnTerms: number;
  /** Caps of the active one, of which one may be removed. */
  keptCap: number;
  doomedCap: number;
  /** A finished test of its links. */
  postbackTest: number;
};

type Company = {
  projectId: number;
  affiliateId: number;
  canary: string;
  /** What only members may see. */
  secret: string;
  now: Date;
};

/** Offers of a company that its affiliate may run. */
export async function seedOffers(
  pool: pg.Pool,
  { projectId, affiliateId, canary, secret, now }: Company,
): Promise<SeededOffers> {
  const access = [{ affiliateId, status: 'approved', decidedAt: now }];
  const terms = (reason: string, startsAt: Date, withdrawnAt: Date | null = null) => ({
    goal: 'conversion',
    revenueType: 'rpa' as const,
    revenueAmount: '40',
    payoutType: 'cpa' as const,
    payoutAmount: '32',
    tiers: [],
    ...{ startsAt, reason, withdrawnAt },
    createdAt: now,
  });
  const offer = (kind: string, visibility: 'public' | 'approval', more: object = {}) =>
    createOffer(pool, {
      projectId,
      offerId: `${canary}-${kind}`,
      name: `${canary} ${kind}`,
      url: `https://network.test/?s=${secret}&c={click_id}`,
      fallbackUrl: `https://network.test/${secret}`,
      notes: secret,
      externalOfferId: secret,
      visibility,
      ...more,
    });
  const later = new Date(now.getTime() + 86_400_000);
  const offerRow = await offer('offer', 'public', {
    terms: [terms(secret, new Date(0)), terms(secret, later, now)],
  });
  const { rows } = await pool.query<{ id: number }>(
    'select id from offer_terms where offer_id = $1 and withdrawn_at is not null',
    [offerRow],
  );
  const cap = async (metric: string): Promise<number> => {
    const { rows: added } = await pool.query<{ id: number }>(
      `insert into offer_caps (offer_id, metric, period, most, counts_statuses, soft_pct, created_at)
       values ($1, $2, 'day', 1000, '{pending,approved}', 90, $3) returning id`,
      [offerRow, metric, now],
    );
    return added[0]?.id ?? 0;
  };
  const result = { state: 'passed', steps: [], payout: null, terms: null };
  const tested = await pool.query<{ id: number }>(
    `insert into postback_tests (offer_id, affiliate_id, started_at, click_id, click_url, result)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [offerRow, affiliateId, now, `${canary}-test`, `https://ledger.test/t/c/${canary}`, result],
  );
  return {
    postbackTest: tested.rows[0]?.id ?? 0,
    keptCap: await cap('conversions'),
    doomedCap: await cap('clicks'),
    offerRow,
    requestedOffer: await offer('requested', 'approval', { access }),
    doomedOffer: await offer('doomed', 'approval', { access }),
    withdrawnTerms: rows[0]?.id ?? 0,
  };
}

/** Terms and access of another affiliate, with texts that the first must not see. */
export async function seedOffersOfSibling(
  pool: pg.Pool,
  { projectId, affiliateId, secret, now }: Omit<Company, 'canary'>,
): Promise<void> {
  await pool.query(
    `insert into offer_terms (offer_id, goal, affiliate_id, revenue_type, payout_type, payout_amount, tiers, starts_at,
       reason, created_at)
     select id, 'conversion', $2, 'none', 'cpa', 12, '[]', 'epoch', $3, $4 from offers where project_id = $1`,
    [projectId, affiliateId, secret, now],
  );
  await pool.query(
    `insert into offer_access (offer_id, affiliate_id, status, note, reason)
     select id, $2, 'approved', $3, '' from offers where project_id = $1`,
    [projectId, affiliateId, secret],
  );
  await pool.query(
    `insert into offer_links (offer_id, affiliate_id, params, created_at)
     select id, $2, jsonb_build_object('affsub', $3::text)::text, $4 from offers where project_id = $1`,
    [projectId, affiliateId, secret, now],
  );
}
