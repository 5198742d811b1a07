import type { Label } from '../warehouse/rows.ts';

type Named = {
  campaign_id?: string | undefined;
  campaign_name?: string | undefined;
  adset_id?: string | undefined;
  adset_name?: string | undefined;
  ad_id?: string | undefined;
  ad_name?: string | undefined;
};

/** The names that an event gives its campaign, ad set and ad. A name without an id is ignored. */
export function labelsOf(event: Named, projectId: number, seenAt: string): Label[] {
  const named = [
    { kind: 'campaign', id: event.campaign_id, name: event.campaign_name },
    { kind: 'adset', id: event.adset_id, name: event.adset_name },
    { kind: 'ad', id: event.ad_id, name: event.ad_name },
  ] as const;
  return named.flatMap(({ kind, id, name }) =>
    id && name ? [{ project_id: projectId, kind, id, name, seen_at: seenAt }] : [],
  );
}
