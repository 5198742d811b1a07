import type { OfferDevice } from '#contract/offers/fields.ts';
import type { PayoutType, RevenueType, Terms, Tier } from '#contract/offers/terms.ts';
import { personName } from '../accounts/person-name.ts';
import type { Connection } from '../database/orm.ts';
import { endOfTerms } from '../offer-terms/read-offer-terms.ts';
import type { OfferReader } from './offer-reader.ts';

/** For how long terms that apply already can be withdrawn, before a click follows them. */
const withdrawableFor = 15 * 60_000;

export type StoredTerms = {
  id: number;
  goal: string;
  affiliate: number | null;
  affid: string | null;
  country: string | null;
  device: OfferDevice | null;
  revenueType: RevenueType;
  revenueAmount: string | null;
  revenuePct: string | null;
  payoutType: PayoutType;
  payoutAmount: string | null;
  payoutPct: string | null;
  tiers: readonly Tier[];
  startsAt: Date;
  /** Their own end, or the start of later terms with the same keys. */
  endsAt: Date | null;
  reason: string;
  createdAt: Date;
  createdBy: string | null;
  withdrawnAt: Date | null;
};

/** The terms of an offer, latest start first. */
export async function readStoredTerms(
  connection: Connection,
  offer: number,
): Promise<StoredTerms[]> {
  const { rows } = await connection.query<StoredTerms>(
    `select terms.id, terms.goal, terms.affiliate_id as affiliate, affiliate.aff_id as affid, terms.country,
       terms.device, terms.revenue_type as "revenueType", terms.revenue_amount::text as "revenueAmount",
       terms.revenue_pct::text as "revenuePct", terms.payout_type as "payoutType",
       terms.payout_amount::text as "payoutAmount", terms.payout_pct::text as "payoutPct", terms.tiers,
       terms.starts_at as "startsAt", case when terms.withdrawn_at is null then ${endOfTerms('terms')} else terms.ends_at end as "endsAt", terms.reason, terms.created_at as "createdAt", ${personName('author')} as "createdBy",
       terms.withdrawn_at as "withdrawnAt"
     from offer_terms terms left join affiliates affiliate on affiliate.id = terms.affiliate_id
     left join users author on author.id = terms.created_by
     where terms.offer_id = $1 order by terms.starts_at desc, terms.id desc`,
    [offer],
  );
  return rows;
}

const isOwn = ({ affiliate }: StoredTerms, { affiliates }: OfferReader): boolean =>
  affiliate === null || affiliates === null || affiliates.some(({ id }) => id === affiliate);

/** The terms that a reader may see. Withdrawn ones never applied to an affiliate. */
export const termsSeenBy = (all: readonly StoredTerms[], reader: OfferReader): StoredTerms[] =>
  all.filter(
    (terms) => isOwn(terms, reader) && (reader.seesInternal || terms.withdrawnAt === null),
  );

/** Whether terms could still be withdrawn if no click follows them. */
export const isFresh = ({ startsAt, createdAt, withdrawnAt }: StoredTerms, now: Date): boolean =>
  withdrawnAt === null && (startsAt > now || createdAt.getTime() > now.getTime() - withdrawableFor);

export function termsAnswer(
  terms: StoredTerms,
  { seesInternal, seesMembers }: OfferReader,
  { now, canWithdraw }: { now: Date; canWithdraw: boolean },
): Terms {
  const numberIn = (text: string | null) => (text === null ? null : Number(text));
  return {
    id: terms.id,
    goal: terms.goal,
    affiliate: terms.affiliate,
    affid: terms.affid,
    country: terms.country,
    device: terms.device,
    revenue_type: seesInternal ? terms.revenueType : null,
    revenue_amount: seesInternal ? numberIn(terms.revenueAmount) : null,
    revenue_pct: seesInternal ? numberIn(terms.revenuePct) : null,
    payout_type: terms.payoutType,
    payout_amount: numberIn(terms.payoutAmount),
    payout_pct: numberIn(terms.payoutPct),
    tiers: terms.tiers.map(({ from_count, amount }) => ({ from_count, amount: Number(amount) })),
    starts_at: terms.startsAt.toISOString(),
    ends_at: terms.endsAt?.toISOString() ?? null,
    state: stateOf(terms, now),
    reason: seesInternal ? terms.reason : null,
    created_at: terms.createdAt.toISOString(),
    created_by: seesMembers ? terms.createdBy : null,
    can_withdraw: canWithdraw,
  };
}

function stateOf({ withdrawnAt, startsAt, endsAt }: StoredTerms, now: Date): Terms['state'] {
  if (withdrawnAt !== null) return 'withdrawn';
  if (startsAt > now) return 'planned';
  return endsAt !== null && endsAt <= now ? 'ended' : 'current';
}
