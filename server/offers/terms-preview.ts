import type { Decimal } from 'decimal.js';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { TermsPreview } from '#contract/offers/terms.ts';
import type { Select } from '../analytics/runner/query-runner.ts';
import type { Connection } from '../database/orm.ts';
import type { OfferTerms } from '../offer-terms/offer-terms.ts';
import { zoneOfOffer } from './offer-answers.ts';
import { readClicks, readConversions } from './offer-traffic.ts';
import type { SeenOffer } from './reading.ts';
import { haveSameKeys } from './terms-checks.ts';
import { type Effect, effectOf } from './terms-effect.ts';

/** The days whose traffic a preview looks at. */
const days = 28;

type Asked = { pool: Connection; select: Select; now: Date; warnings: readonly string[] };

/** Whom terms would affect, and what they would have changed in the last 28 days. */
export async function previewTerms(
  { row, reader }: SeenOffer,
  { all, added }: { all: readonly OfferTerms[]; added: OfferTerms },
  { pool, select, now, warnings }: Asked,
): Promise<TermsPreview> {
  const since = new Date(now.getTime() - days * 86_400_000);
  const effects = effectOf(all, added, {
    conversions: await readConversions(select, row, since),
    clicks: await readClicks(select, row, since),
    currency: reader.currency,
    timezone: zoneOfOffer(row, reader),
  });
  const places = moneyPlaces(reader.currency);
  const shown = (amount: Decimal) => Number(amount.toFixed(places));
  const figures = (effect: Effect) => ({
    conversions: effect.conversions,
    payout_before: shown(effect.payoutBefore),
    payout_after: shown(effect.payoutAfter),
    revenue_before: shown(effect.revenueBefore),
    revenue_after: shown(effect.revenueAfter),
  });
  const { rows: named } = await pool.query<{ affiliate: number; affid: string; name: string }>(
    `select id as affiliate, aff_id as affid, name from affiliates
     where project_id = $1 and aff_id = any($2) order by id`,
    [row.projectId, [...effects.keys()]],
  );
  const affiliates = named.flatMap(({ affiliate, affid, name }) => {
    const effect = effects.get(affid);
    if (!effect) return [];
    const isNegative = effect.payoutAfter.gt(effect.revenueAfter);
    return { affiliate, affid, name, ...figures(effect), negative_margin: isNegative };
  });
  const replaced = all
    .filter((terms) => haveSameKeys(terms, added) && terms.startsAt < added.startsAt)
    .filter(({ endsAt }) => endsAt === null || endsAt > added.startsAt)
    .at(-1);
  const losing = affiliates.filter((one) => one.negative_margin).map(({ name }) => name);
  return {
    starts_at: new Date(added.startsAt).toISOString(),
    replaces: replaced?.id ?? null,
    affiliates,
    total: totalOf(affiliates, places),
    warnings: [
      ...warnings,
      ...(losing.length > 0
        ? [`In the last ${days} days these terms would have lost money with ${losing.join(', ')}.`]
        : []),
      ...(affiliates.length === 0
        ? [`No conversion of the last ${days} days would have followed these terms.`]
        : []),
    ],
  };
}

type Figures = TermsPreview['total'];

function totalOf(rows: readonly Figures[], places: number): Figures {
  const sum = (name: keyof Figures) =>
    Number(rows.reduce((all, row) => all + row[name], 0).toFixed(places));
  return {
    conversions: sum('conversions'),
    payout_before: sum('payout_before'),
    payout_after: sum('payout_after'),
    revenue_before: sum('revenue_before'),
    revenue_after: sum('revenue_after'),
  };
}
