import type { Affiliate } from '#contract/affiliates/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';

export type ProjectDraft =
  | { kind: 'project'; project: Project | null; name: string; currency: string; timezone: string }
  | {
      kind: 'affiliate';
      project: number;
      affiliate: Affiliate | null;
      name: string;
      aff_id: string;
      payout: Affiliate['payout'];
      postback_url: string | null;
      sub_ids: string[];
    };
export type ProjectAct = { act: 'rotate'; project: Project } | { act: 'leave'; project: Project };
/** A collect key in full: only the answer that makes it holds it. */
export type CollectKey = Pick<Project, 'name' | 'collect_key'>;
export type CompanyDraft = Pick<Project, 'name' | 'url' | 'target' | 'timezone'> & {
  keep_addresses: boolean;
};
