import type { OfferStatusPreview } from '#contract/offers/offer.ts';
import type { Connection } from '../database/orm.ts';
import { Parameters } from '../warehouse/parameters.ts';
import type { OfferDependencies } from './dependencies.ts';
import { readOfferFacts } from './offer-facts.ts';
import { leadOf } from './offer-lead.ts';
import { findOffer } from './offer-rows.ts';
import type { SeenOffer } from './reading.ts';
import { missingFor } from './statuses.ts';

const hour = 3_600_000;

type Asked = Pick<OfferDependencies, 'pool' | 'analyticsFor' | 'now'> & {
  user: number;
  leaving: AbortSignal;
};

/** What a change of the status of an offer affects, and what it still lacks. */
export async function previewStatus(
  { row, reader }: SeenOffer,
  { pool, analyticsFor, now, user, leaving }: Asked,
): Promise<OfferStatusPreview> {
  const { id, projectId: project, offerId, fallbackOfferId, fallbackUrl } = row;
  const facts = await readOfferFacts(pool, [id], reader);
  const parameters = new Parameters();
  const rows = await analyticsFor(user, leaving).select({
    sql: `SELECT toString(count()) FROM events
WHERE project_id = ${parameters.add('Int64', project)} AND event_name = 'click' AND left_out = 0
  AND offer_id = ${parameters.add('String', offerId)}
  AND event_time > ${parameters.millisecond(new Date(now().getTime() - hour))}`,
    parameters: parameters.values,
  });
  const fallback = fallbackOfferId === null ? null : await findOffer(pool, fallbackOfferId);
  const lead = await leadOf(pool, id);
  return {
    clicks_last_hour: Number(rows[0]?.[0] ?? 0),
    leads_to: lead?.name ?? fallback?.name ?? fallbackUrl ?? (facts.website || null),
    used_by: await usersOf(pool, { id, project, offerId }),
    missing: missingFor(row, facts, now()).map(({ sentence }) => sentence),
  };
}

/** Funnels with a step that names the offer, and offers that fall back to it or whose links lead to it. */
async function usersOf(
  connection: Connection,
  { id, project, offerId }: { id: number; project: number; offerId: string },
): Promise<OfferStatusPreview['used_by']> {
  const { rows } = await connection.query<OfferStatusPreview['used_by'][number]>(
    `select 'funnel' as kind, funnel.name from funnels funnel
     where funnel.project_id = $2 and funnel.archived_at is null and exists (
       select from funnel_steps step
       where step.funnel_id = funnel.id and step.removed_at is null and jsonb_path_exists(
         step.settings,
         '$.matcher.any[*].filters[*] ? (@.property == "offer_id" && (@.value == $offer || @.values[*] == $offer))',
         jsonb_build_object('offer', $3::text)))
     union all
     select 'offer', name from offers where project_id = $2 and status <> 'archived' and fallback_offer_id = $1
     union
     select 'offer', led.name from split_test_ships ship join offers led on led.id = ship.from_offer
     where ship.to_offer = $1 and ship.undone_at is null
     order by kind, name`,
    [id, project, offerId],
  );
  return rows;
}
