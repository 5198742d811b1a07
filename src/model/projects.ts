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
export type ProjectAction =
  | { kind: 'rotate'; project: Project }
  | { kind: 'leave'; project: Project };
/** The full collect key: only the response that creates it contains it. */
export type CollectKey = Pick<Project, 'name' | 'collect_key'>;
export type CompanyDraft = Pick<Project, 'name' | 'url' | 'target' | 'timezone'> & {
  keep_addresses: boolean;
};
