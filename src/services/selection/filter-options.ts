import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { FilterGroup } from '#contract/analytics/dimensions.ts';
import type { FilterValue, Query } from '#model/query.ts';
import type { Api } from '../kit/api.ts';

type OptionsRequest = Pick<Query, 'project' | 'affiliates'> & { group: FilterGroup };

/** Reads the values of a filter group, most frequent first, and stores the countries. */
export const readValues = (
  api: Api,
  remember: (countries: string[]) => void,
): PromiseActorLogic<FilterValue[], OptionsRequest> =>
  fromPromise(async ({ input, signal }) => {
    const values = await valuesOf(api, input, signal);
    if (input.group === 'country') remember(values.map(({ value }) => value));
    return values.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
  });

async function valuesOf(
  api: Api,
  { project, affiliates, group }: OptionsRequest,
  signal: AbortSignal,
): Promise<FilterValue[]> {
  if (group === 'offer_id') {
    const offers = await api.call('offerIds', { query: { project_id: project }, signal });
    return offers.map(({ id, name, conversions_30d }) => ({
      value: id,
      label: name,
      count: conversions_30d,
    }));
  }
  const { variants } = await api.call('paramVariants', {
    query: {
      project_id: project,
      affiliate_id: affiliates.length > 0 ? affiliates.map(({ id }) => id).join(',') : 'all',
      name: `params.${group}`,
    },
    signal,
  });
  return variants.filter(({ value }) => value !== '');
}
