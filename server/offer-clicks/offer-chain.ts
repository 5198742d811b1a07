import type pg from 'pg';
import type { CapInterval } from '#contract/offers/caps.ts';
import { storedZone } from '#contract/time-zone.ts';
import { termsOfOffer } from '../offer-terms/read-offer-terms.ts';
import { addressOf } from '../platform/stored-address.ts';
import type { BookCap, BookOffer } from './book-offer.ts';
import { capPeriod } from './cap-period.ts';

/** An offer of a link, its fallback, the fallback of that one, and so on. */
export type OfferChain = readonly [BookOffer, ...BookOffer[]];

/** The most fallbacks that a click tries. */
export const mostHops = 3;

/** What is expected from clicks after the last count is added to what was expected at it. */
const capsOf = (offer: string) => `
(
  select coalesce(json_agg(json_build_object(
    'id', cap.id, 'metric', cap.metric, 'interval', cap.period, 'affid', affiliate.aff_id, 'limit', cap.most::float8,
    'policy', cap.policy, 'countedFrom', floor(extract(epoch from counted.period_start) * 1000)::bigint,
    'used', counted.used::float8, 'perClick', coalesce(counted.per_click, 0),
    'inFlight', case when cap.metric = 'conversions' then coalesce(counted.in_flight, 0)
      + coalesce(counted.per_click, 0) * (
        select coalesce(sum(sent.clicks), 0)::float8 from offer_clicks sent
        where sent.offer_id = cap.offer_id and (cap.affiliate_id is null or sent.affid = affiliate.aff_id)
          and sent.at >= date_trunc('second', counted.counted_to)
      ) else 0 end
  ) order by cap.id), '[]')
  from offer_caps cap
  left join affiliates affiliate on affiliate.id = cap.affiliate_id
  left join lateral (
    select * from offer_counts where cap_id = cap.id order by period_start desc limit 1
  ) counted on true
  where cap.offer_id = ${offer}.id and cap.removed_at is null
)`;

const statement = `
with recursive chain as (
  select offer.id, offer.fallback_offer_id, 0 as hops, array[offer.id] as seen
  from offers offer where offer.project_id = $1 and offer.offer_id = $2
  union all
  select next.id, next.fallback_offer_id, chain.hops + 1, chain.seen || next.id
  from chain join offers next on next.id = chain.fallback_offer_id and next.project_id = $1
  where chain.hops < ${mostHops} and next.id <> all(chain.seen)
)
select offer.id, offer.offer_id as "offerId", offer.status, offer.url, offer.visibility,
  offer.country_mode as "countryMode", offer.countries, offer.devices, offer.os,
  floor(extract(epoch from offer.starts_at) * 1000)::float8 as "startsAt",
  floor(extract(epoch from offer.ends_at) * 1000)::float8 as "endsAt",
  offer.fallback_url as "fallbackUrl", offer.over_cap_policy as "overCapPolicy",
  coalesce(offer.timezone, project.timezone) as timezone,
  (select winner.offer_id from split_test_ships ship join offers winner on winner.id = ship.to_offer
   where ship.from_offer = offer.id and ship.undone_at is null) as "leadsTo",
  ${termsOfOffer('offer')} as terms, ${capsOf('offer')} as caps
from chain join offers offer on offer.id = chain.id join projects project on project.id = offer.project_id
order by chain.hops`;

type CapRow = Omit<BookCap, 'periodStart' | 'periodEnd' | 'added' | 'zone'> & {
  interval: CapInterval;
  countedFrom: number | null;
};
type Row = Omit<BookOffer, 'caps'> & { timezone: string; caps: CapRow[] };

/** Reads an offer and its fallbacks; null where the project has no such offer. */
export async function readChain(
  connection: Pick<pg.Pool, 'query'>,
  { projectId, offerId, at }: { projectId: number; offerId: string; at: Date },
): Promise<OfferChain | null> {
  const { rows } = await connection.query<Row>({
    name: 'offer-chain',
    text: statement,
    values: [projectId, offerId],
    query_timeout: 3_000,
  } as pg.QueryConfig);
  const [linked, ...fallbacks] = rows.map((row) => offerIn(row, at));
  return linked ? [linked, ...fallbacks] : null;
}

function offerIn({ timezone, caps, ...offer }: Row, at: Date): BookOffer {
  const zone = storedZone(timezone);
  return {
    ...offer,
    url: addressOf(offer.url) ?? '',
    fallbackUrl: addressOf(offer.fallbackUrl),
    caps: caps.map((cap) => capIn(cap, at, zone)),
  };
}

function capIn({ countedFrom, ...cap }: CapRow, at: Date, zone: string): BookCap {
  const { from, to } = capPeriod(cap.interval, at, zone);
  const used = countedFrom === from ? cap.used : 0;
  return { ...cap, used, added: 0, zone, periodStart: from, periodEnd: to };
}
