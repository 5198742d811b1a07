import { isLevel, labelKindOf } from '#contract/analytics/dimensions.ts';
import type { FunnelBreakdown } from '#contract/funnels/report.ts';
import { countryName } from '../../analytics/reports/place-names.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

/** How the values of a breakdown are called; a missing one is `(none)`. */
export async function labelsOf(
  { analytics: { names }, scope }: Pick<RequestedFunnel, 'analytics' | 'scope'>,
  by: FunnelBreakdown,
  keys: readonly string[],
): Promise<(key: string) => string> {
  const known = await namesFor();
  return (key) => {
    if (key === '') return '(none)';
    return known.get(key) ?? (by === 'country' ? countryName(key) : key);
  };

  async function namesFor(): Promise<ReadonlyMap<string, string>> {
    if (by === 'affid') return names.affiliates([scope]);
    if (by === 'offer_id') return names.offers([scope.id]);
    return isLevel(by) ? names.labels(labelKindOf(by), [scope], keys.filter(Boolean)) : new Map();
  }
}
