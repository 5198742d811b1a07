import { type Capability, mayRole } from '#contract/accounts/capability.ts';

/** The pages of settings, and the sections of the first of them. */
export type SettingsPart =
  | 'team'
  | 'projects'
  | 'integrations'
  | 'data'
  | 'audit'
  | 'personal'
  | 'company'
  | 'logo'
  | 'billing';

/** What has to be allowed in the project for a part to be of use; a part without a line here needs no project. */
const wanted: Partial<Record<SettingsPart, Capability>> = {
  team: 'members.see',
  integrations: 'api-tokens.change',
  data: 'project.delete',
  audit: 'audit.see',
  company: 'project.change',
  logo: 'project.change',
  billing: 'subscription.see',
};

export const isPartOfProject = (part: SettingsPart): boolean => wanted[part] !== undefined;

/** Whether a role in the project, or none, allows a part. */
export function isPartOpen(role: string | undefined, part: SettingsPart): boolean {
  const capability = wanted[part];
  return capability === undefined || mayRole(role, capability);
}
