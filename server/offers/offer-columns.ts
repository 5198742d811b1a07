import type { z } from 'zod';
import type { newOfferSchema, offerChangeSchema } from '#contract/offers/offer.ts';
import type { OfferRow } from './offer-rows.ts';

/** What a person enters about an offer. */
export type EnteredOffer = z.output<typeof offerChangeSchema>;
export type EnteredNewOffer = z.output<typeof newOfferSchema>;

const dateOf = (text: string | null | undefined) =>
  typeof text === 'string' ? new Date(text) : text;

/** The columns for what was entered; those of fields that are missing are left out. */
export function columnsOf(entered: EnteredOffer): Partial<OfferRow> {
  const columns = {
    name: entered.name,
    advertiserName: entered.advertiser_name,
    network: entered.network,
    externalOfferId: entered.external_offer_id,
    category: entered.category,
    tags: entered.tags,
    description: entered.description,
    thumbnail: entered.thumbnail,
    previewUrl: entered.preview_url,
    url: entered.destination_url === null ? '' : entered.destination_url,
    visibility: entered.visibility,
    countryMode: entered.country_mode,
    countries: entered.countries,
    devices: entered.devices,
    os: entered.os,
    allowedTraffic: entered.allowed_traffic,
    forbiddenTraffic: entered.forbidden_traffic,
    startsAt: dateOf(entered.starts_at),
    endsAt: dateOf(entered.ends_at),
    timezone: entered.timezone,
    clickWindowDays: entered.click_window_days,
    allowMultipleConversions: entered.allow_multiple_conversions,
    holdDays: entered.hold_days,
    autoApprove: entered.auto_approve,
    postbackIps: entered.postback_ips,
    fallbackOfferId: entered.fallback_offer,
    fallbackUrl: entered.fallback_url,
    overCapPolicy: entered.over_cap_policy,
    goals: entered.goals,
    notes: entered.notes,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The fields of a stored offer, as they would be entered. */
export const fieldsOf = (row: OfferRow): Required<EnteredOffer> => ({
  name: row.name,
  advertiser_name: row.advertiserName,
  network: row.network,
  external_offer_id: row.externalOfferId,
  category: row.category,
  tags: row.tags,
  description: row.description,
  thumbnail: row.thumbnail,
  preview_url: row.previewUrl,
  destination_url: row.url || null,
  visibility: row.visibility,
  country_mode: row.countryMode,
  countries: row.countries,
  devices: row.devices,
  os: row.os,
  allowed_traffic: row.allowedTraffic,
  forbidden_traffic: row.forbiddenTraffic,
  starts_at: row.startsAt?.toISOString() ?? null,
  ends_at: row.endsAt?.toISOString() ?? null,
  timezone: row.timezone,
  click_window_days: row.clickWindowDays,
  allow_multiple_conversions: row.allowMultipleConversions,
  hold_days: row.holdDays,
  auto_approve: row.autoApprove,
  postback_ips: row.postbackIps,
  fallback_offer: row.fallbackOfferId,
  fallback_url: row.fallbackUrl,
  over_cap_policy: row.overCapPolicy,
  goals: row.goals,
  notes: row.notes,
});
