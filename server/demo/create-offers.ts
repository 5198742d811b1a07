import { eq } from 'drizzle-orm';
import { defaultGoal } from '#contract/offers/fields.ts';
import { type Connection, orm } from '../database/orm.ts';
import { offerAccess, offerCaps, offers, offerTerms } from '../database/schema/offers.ts';
import type { DemoOffer, DemoProject } from './company.ts';
import { type OfferPlan, offerPlans } from './offer-plans.ts';

const DAY = 86_400_000;

/** The limit of a demo's cap until its history is complete. */
export const openLimit = '1000000';

type Setting = {
  id: number;
  project: DemoProject;
  affiliateIds: ReadonlyMap<string, number>;
  /** When the history begins. */
  begins: Date;
  startedAt: Date;
};

/** Creates the missing offers of a shop with their terms, caps and access. */
export async function createOffers(connection: Connection, setting: Setting): Promise<void> {
  const listed = await idsOf(connection, setting.id);
  const missing = setting.project.offers.filter(({ offerId }) => !listed.has(offerId));
  for (const offer of missing) await createOffer(connection, offer, setting);
  const known = await idsOf(connection, setting.id);
  for (const { offerId } of missing) {
    const fallbackOfferId = known.get(offerPlans.get(offerId)?.fallback ?? '');
    if (fallbackOfferId === undefined) continue;
    await orm(connection)
      .update(offers)
      .set({ fallbackOfferId })
      .where(eq(offers.id, known.get(offerId) ?? 0));
  }
}

async function idsOf(connection: Connection, project: number): Promise<Map<string, number>> {
  const rows = await orm(connection)
    .select({ id: offers.id, offerId: offers.offerId })
    .from(offers)
    .where(eq(offers.projectId, project));
  return new Map(rows.map(({ id, offerId }) => [offerId, id]));
}

async function createOffer(
  connection: Connection,
  { offerId, name, status }: DemoOffer,
  { id: projectId, project, affiliateIds, begins, startedAt }: Setting,
): Promise<void> {
  const plan = offerPlans.get(offerId);
  const [made] = await orm(connection)
    .insert(offers)
    .values({
      projectId,
      offerId,
      name,
      status,
      url: `${project.url}/offers/${offerId}?click={click_id}`,
      advertiserName: project.name,
      createdAt: begins,
      updatedAt: begins,
      ...(plan ? aboutOf(plan) : {}),
    })
    .returning({ id: offers.id });
  if (!made || !plan) return;
  await addTerms(connection, made.id, plan, { affiliateIds, begins });
  await addAccess(connection, made.id, plan, { affiliateIds, startedAt });
  if (plan.cap) {
    await orm(connection)
      .insert(offerCaps)
      .values({
        offerId: made.id,
        metric: 'conversions',
        period: 'total',
        most: openLimit,
        countsStatuses: ['pending', 'approved'],
        softPct: 90,
        policy: plan.cap.policy ?? null,
        createdAt: begins,
      });
  }
}

const aboutOf = ({ category, tags, description, visibility, countries }: OfferPlan) => ({
  category,
  tags: [...tags],
  description,
  visibility,
  countries: [...(countries ?? [])],
});

async function addTerms(
  connection: Connection,
  offerId: number,
  { terms }: OfferPlan,
  { affiliateIds, begins }: Pick<Setting, 'affiliateIds' | 'begins'>,
): Promise<void> {
  const rows = terms.map(({ affId, country, payoutType, amount, percent, tiers }) => ({
    offerId,
    goal: defaultGoal,
    affiliateId: affId === undefined ? null : (affiliateIds.get(affId) ?? null),
    country: country ?? null,
    revenueType: 'none' as const,
    payoutType,
    payoutAmount: amount ?? null,
    payoutPct: percent ?? null,
    tiers: [...(tiers ?? [])],
    startsAt: begins,
    reason: '',
    createdAt: begins,
  }));
  if (rows.length > 0) await orm(connection).insert(offerTerms).values(rows);
}

async function addAccess(
  connection: Connection,
  offerId: number,
  { access = [] }: OfferPlan,
  { affiliateIds, startedAt }: Pick<Setting, 'affiliateIds' | 'startedAt'>,
): Promise<void> {
  const rows = access.flatMap(({ affId, status, note = '', reason = '' }) => {
    const affiliateId = affiliateIds.get(affId);
    if (affiliateId === undefined) return [];
    const decidedAt = status === 'pending' ? null : new Date(startedAt.getTime() - 20 * DAY);
    const requestedAt = new Date(startedAt.getTime() - (decidedAt ? 21 : 1) * DAY);
    return [{ offerId, affiliateId, status, note, reason, requestedAt, decidedAt }];
  });
  if (rows.length > 0) await orm(connection).insert(offerAccess).values(rows);
}
