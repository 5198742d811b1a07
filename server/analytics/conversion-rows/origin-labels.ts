import type { ByKind } from '../runner/label-cache.ts';
import type { Names } from '../runner/names.ts';
import { given } from './stored-side.ts';

const origin = [
  'affid',
  'affsub',
  'channel',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'campaign_id',
  'adset_id',
  'ad_id',
  'offer_id',
  'country',
  'state',
  'device',
] as const;
export type Origin = Record<(typeof origin)[number], string>;

type Named = (id: string) => string | null;
/** What people call affiliates, offers and the parts of a campaign; the id where nobody named it. */
export type Labels = Record<'affiliate' | 'offer' | 'campaign' | 'adset' | 'ad', Named>;

/**
 * The names of everything that these rows mention; `few` are those of the projects, where they have been read already.
 */
export async function labelsOf(
  rows: readonly Origin[],
  projects: readonly number[],
  names: Names,
  few: ByKind | null = null,
): Promise<Labels> {
  const idsIn = (column: 'campaign_id' | 'adset_id' | 'ad_id') => [
    ...new Set(rows.map((row) => row[column]).filter((id) => id !== '')),
  ];
  const isNamed = (column: 'affid' | 'offer_id') => rows.some((row) => row[column] !== '');
  const [{ campaign, adset, ad }, affiliates, offers] = await Promise.all([
    few ??
      names.labelsOfAll(projects, {
        campaign: idsIn('campaign_id'),
        adset: idsIn('adset_id'),
        ad: idsIn('ad_id'),
      }),
    isNamed('affid') ? names.affiliates(projects) : new Map<string, string>(),
    isNamed('offer_id') ? names.offers(projects) : new Map<string, string>(),
  ]);
  const from =
    (known: ReadonlyMap<string, string>): Named =>
    (id) =>
      known.get(id) ?? given(id);
  return {
    affiliate: from(affiliates),
    offer: from(offers),
    campaign: (id) => campaign.get(id) ?? null,
    adset: from(adset),
    ad: from(ad),
  };
}
