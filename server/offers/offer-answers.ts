import type { CapStatus } from '#contract/offers/caps.ts';
import type { OfferDetail, OfferLine } from '#contract/offers/offer.ts';
import { storedZone } from '#contract/time-zone.ts';
import type { Connection } from '../database/orm.ts';
import { addressOf } from '../platform/stored-address.ts';
import { type OfferFacts, type OwnAccess, readOfferFacts } from './offer-facts.ts';
import { leadOf } from './offer-lead.ts';
import { type OfferReader, seesCap } from './offer-reader.ts';
import { findOffer, type OfferRow, statusAt } from './offer-rows.ts';
import { payoutSummary } from './payout-summary.ts';

/** How full the caps of offers are that a reader may see, by the id of the offer. */
export type CapsOf = (
  connection: Connection,
  rows: readonly OfferRow[],
  reader: OfferReader,
) => Promise<ReadonlyMap<number, CapStatus[]>>;

export type Describing = { now: () => Date; capsOf: CapsOf };

type Shared = Omit<OfferLine, 'figures'>;

/** For how long the address before the last change of a destination can be put back. */
const restorableFor = 15 * 60_000;

/** Until when the earlier destination of an offer can be put back; null where it cannot. */
export function restorableUntil(
  { earlierUrl, urlChangedAt }: Pick<OfferRow, 'earlierUrl' | 'urlChangedAt'>,
  now: Date,
): Date | null {
  if (earlierUrl === null || urlChangedAt === null) return null;
  const until = new Date(urlChangedAt.getTime() + restorableFor);
  return until > now ? until : null;
}

/** The zone in which an offer begins its days. */
export const zoneOfOffer = (
  { timezone }: Pick<OfferRow, 'timezone'>,
  project: Pick<OfferReader, 'timezone'>,
): string => storedZone(timezone ?? project.timezone);

/** What lists and pages show of offers, in the order of the rows, without what the reader may not see. */
export async function describeOffers(
  connection: Connection,
  rows: readonly OfferRow[],
  reader: OfferReader,
  { now, capsOf }: Describing,
): Promise<Shared[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const facts = await readOfferFacts(connection, ids, reader);
  const caps = await capsOf(connection, rows, reader);
  const at = now();
  return rows.map((row) => {
    const capsOfRow = caps.get(row.id) ?? [];
    const status = statusAt(row, at);
    return {
      id: row.id,
      project: row.projectId,
      offer_id: row.offerId,
      name: row.name,
      status,
      advertiser_name: row.advertiserName,
      network: row.network,
      category: row.category,
      tags: row.tags,
      thumbnail: row.thumbnail,
      preview_url: row.previewUrl,
      visibility: row.visibility,
      country_mode: row.countryMode,
      countries: row.countries,
      devices: row.devices,
      os: row.os,
      starts_at: row.startsAt?.toISOString() ?? null,
      ends_at: row.endsAt?.toISOString() ?? null,
      timezone: zoneOfOffer(row, reader),
      currency: reader.currency,
      version: row.version,
      created_at: row.createdAt.toISOString(),
      payout: payoutSummary(facts.terms.get(row.id) ?? [], {
        goals: row.goals,
        affids: reader.affiliates?.map(({ affId }) => affId) ?? null,
        now: at,
      }),
      access: ownAccess(row, facts),
      requests: reader.seesInternal ? (facts.requests.get(row.id) ?? 0) : null,
      caps: capsOfRow.filter((cap) => seesCap(reader, cap)),
      warning: status === 'active' ? warningOf(row, at, facts, capsOfRow) : null,
    };
  });
}

const ownAccess = (row: OfferRow, { affiliates, access }: OfferFacts): Shared['access'] =>
  affiliates.map(({ id, affid, name }) => {
    const found = access.find((one) => one.offer === row.id && one.affiliate === id);
    return {
      affiliate: id,
      affid,
      name,
      status: accessTo(row, found),
      reason: found?.reason ?? '',
    };
  });

/** A public offer is open to all but blocked affiliates, whatever was requested while it was not public. */
export function accessTo(
  { visibility }: Pick<OfferRow, 'visibility'>,
  found: Pick<OwnAccess, 'status'> | undefined,
): Shared['access'][number]['status'] {
  const status = found?.status;
  if (visibility === 'public' && status !== 'blocked' && status !== 'approved') return 'open';
  return status ?? 'none';
}

function warningOf(
  { startsAt, url }: OfferRow,
  now: Date,
  { website }: OfferFacts,
  caps: readonly CapStatus[],
): string | null {
  if (startsAt !== null && startsAt > now) return 'It takes clicks when it starts.';
  if (addressOf(url) === null && addressOf(website) === null) {
    return 'It has no destination, and the project has no website.';
  }
  return caps.some(({ state, affiliate }) => state === 'full' && affiliate === null)
    ? 'A cap is full: its clicks go elsewhere.'
    : null;
}

export async function describeOffer(
  connection: Connection,
  row: OfferRow,
  reader: OfferReader,
  describing: Describing,
): Promise<OfferDetail> {
  const [shared] = await describeOffers(connection, [row], reader, describing);
  if (!shared) throw new Error('The offer was not described.');
  const internal = reader.seesInternal ? await internalOf(connection, row, describing.now()) : null;
  return {
    ...shared,
    description: row.description,
    allowed_traffic: row.allowedTraffic,
    forbidden_traffic: row.forbiddenTraffic,
    click_window_days: row.clickWindowDays,
    allow_multiple_conversions: row.allowMultipleConversions,
    hold_days: row.holdDays,
    auto_approve: row.autoApprove,
    over_cap_policy: row.overCapPolicy,
    goals: row.goals,
    updated_at: row.updatedAt.toISOString(),
    archived_at: row.archivedAt?.toISOString() ?? null,
    tested_at: row.testedAt?.toISOString() ?? null,
    internal,
  };
}

async function internalOf(
  connection: Connection,
  row: OfferRow,
  now: Date,
): Promise<OfferDetail['internal']> {
  const { fallbackOfferId } = row;
  const fallback = fallbackOfferId === null ? null : await findOffer(connection, fallbackOfferId);
  const until = restorableUntil(row, now);
  return {
    external_offer_id: row.externalOfferId,
    destination_url: row.url || null,
    postback_ips: row.postbackIps,
    fallback_offer: fallbackOfferId,
    fallback_offer_name: fallback?.name ?? null,
    fallback_url: row.fallbackUrl,
    own_timezone: row.timezone,
    notes: row.notes,
    earlier_destination: until && { url: row.earlierUrl ?? '', until: until.toISOString() },
    leads_to: await leadOf(connection, row.id),
  };
}
