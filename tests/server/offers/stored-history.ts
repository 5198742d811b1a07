import type pg from 'pg';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { createOffer } from '#server/offers/repository.ts';
import type { History } from '#tests/unit/attribution/offer-histories.ts';

const keyOf = ({ goal, affid, country, device, startsAt }: History['offers'][0]['terms'][0]) =>
  JSON.stringify([goal, affid, country, device, startsAt]);
/** Terms with the same keys and the same start cannot be stored. */
export const hasOwnKeys = ({ offers: [offer] }: History) =>
  new Set(offer?.terms.map(keyOf)).size === offer?.terms.length;

type Terms = History['offers'][0]['terms'][0];
/** Later terms with the same keys end the earlier ones, for good. */
function endOf(one: Terms, all: readonly Terms[]): number | null {
  const keys = (terms: Terms) => keyOf({ ...terms, startsAt: 0 });
  const later = all.filter((other) => other.startsAt > one.startsAt && keys(other) === keys(one));
  const ends = [one.endsAt, ...later.map(({ startsAt }) => startsAt)];
  const known = ends.filter((end) => end !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Adds the offer of a history to a project, and answers the history with the stored ids of its terms. */
export async function storeHistory(
  pool: pg.Pool,
  project: number,
  { offers: [offer], ...history }: History,
): Promise<History> {
  if (!offer) throw new Error('The history has no offer.');
  const revshare = { type: 'revshare', value: 0.2 } as const;
  const cpa = { type: 'cpa', value: 12.5 } as const;
  const affiliates = {
    '1001': await createAffiliate(pool, {
      ...{ affId: '1001', projectId: project, name: 'North', payout: revshare },
    }),
    '1002': await createAffiliate(pool, {
      ...{ affId: '1002', projectId: project, name: 'South', payout: cpa },
    }),
  };
  const id = await createOffer(pool, {
    ...{ projectId: project, offerId: '101', name: 'Bundle', timezone: offer.timezone },
    clickWindowDays: offer.clickWindowDays,
    allowMultipleConversions: offer.allowsMultiple,
    holds: [...offer.holds],
    terms: offer.terms.map((one) => ({
      goal: one.goal,
      affiliateId: one.affid === '1001' || one.affid === '1002' ? affiliates[one.affid] : null,
      country: one.country,
      device: one.device,
      revenueType: one.revenueType,
      payoutType: one.payoutType,
      payoutAmount: one.payoutAmount,
      payoutPct: one.payoutPct,
      tiers: [...one.tiers],
      startsAt: new Date(one.startsAt),
      endsAt: one.endsAt === null ? null : new Date(one.endsAt),
      reason: '',
      createdAt: new Date(0),
    })),
  });
  const { rows } = await pool.query<{ id: number }>(
    'select id from offer_terms where offer_id = $1 order by id',
    [id],
  );
  const idAt = (place: number | undefined) => rows[(place ?? 0) - 1]?.id ?? 0;
  return {
    ...history,
    offers: [
      {
        ...offer,
        terms: offer.terms.map((one) => ({
          ...one,
          id: idAt(one.id),
          endsAt: endOf(one, offer.terms),
        })),
      },
    ],
    clicks: history.clicks.map((one) => ({ ...one, terms_id: idAt(one.terms_id) })),
  };
}
