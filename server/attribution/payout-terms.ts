import { groupByKeys } from '../platform/group-by.ts';
import type { ProjectFacts, Terms } from './raw-events.ts';

/** The terms of an affiliate at an instant (ms): the latest ones not after it, else null. */
export type TermsAt = (affid: string, time: number) => Terms | null;

export function termsOf({ terms }: ProjectFacts): TermsAt {
  const latestFirst = [...terms].sort((a, b) => b.validFrom - a.validFrom);
  const byAffiliate = groupByKeys(latestFirst, ({ affid }) => [affid]);
  return (affid, time) =>
    byAffiliate.get(affid)?.find(({ validFrom }) => validFrom <= time) ?? null;
}
