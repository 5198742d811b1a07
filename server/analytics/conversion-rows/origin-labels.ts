import type { ClaimDimension, Level, StoredDimension } from '#contract/analytics/dimensions.ts';
import type { ProjectScope } from '../../access/scope.ts';
import type { Names } from '../runner/entity-labels.ts';
import type { ByKind } from '../runner/label-cache.ts';
import { textOrNull } from './stored-side.ts';

export type Origin = Record<StoredDimension, string>;

type Named = (id: string) => string | null;
/** The names of affiliates, offers and campaign parts; their ids where they have no name. */
export type Labels = Record<'affiliate' | 'offer' | 'campaign' | 'adset' | 'ad', Named>;

/** The names of all ids in these rows; `few` holds the names of the projects where they were already read. */
export async function labelsOf(
  rows: readonly Origin[],
  projects: readonly Pick<ProjectScope, 'id' | 'visibleAffids'>[],
  names: Names,
  few: ByKind | null = null,
): Promise<Labels> {
  const idsIn = (column: Level) => [
    ...new Set(rows.map((row) => row[column]).filter((id) => id !== '')),
  ];
  const isNamed = (column: ClaimDimension) => rows.some((row) => row[column] !== '');
  const [{ campaign, adset, ad }, affiliates, offers] = await Promise.all([
    few ??
      names.labelsOfAll(projects, {
        campaign: idsIn('campaign_id'),
        adset: idsIn('adset_id'),
        ad: idsIn('ad_id'),
      }),
    isNamed('affid') ? names.affiliates(projects) : new Map<string, string>(),
    isNamed('offer_id') ? names.offers(projects.map(({ id }) => id)) : new Map<string, string>(),
  ]);
  const from =
    (known: ReadonlyMap<string, string>): Named =>
    (id) =>
      known.get(id) ?? textOrNull(id);
  return {
    affiliate: from(affiliates),
    offer: from(offers),
    campaign: (id) => campaign.get(id) ?? null,
    adset: from(adset),
    ad: from(ad),
  };
}
