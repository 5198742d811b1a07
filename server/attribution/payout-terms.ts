import { grouped } from '../platform/group-by.ts';
import type { ProjectFacts, Terms } from './raw-events.ts';

/** What was agreed with an affiliate at an instant (ms): the latest terms not after it, else none. */
export type TermsAt = (affid: string, time: number) => Terms | null;

export function termsOf({ terms }: ProjectFacts): TermsAt {
  const latestFirst = [...terms].sort((a, b) => b.validFrom - a.validFrom);
  const byAffiliate = grouped(latestFirst, ({ affid }) => [affid]);
  return (affid, time) =>
    byAffiliate.get(affid)?.find(({ validFrom }) => validFrom <= time) ?? null;
}
