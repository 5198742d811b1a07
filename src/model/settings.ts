import { type Capability, mayRole } from '#contract/accounts/roles.ts';

/** The pages of the settings, and the sections of the first page. */
export type SettingsPart =
  | 'team'
  | 'projects'
  | 'integrations'
  | 'jobs'
  | 'data'
  | 'audit'
  | 'personal'
  | 'company'
  | 'logo'
  | 'billing';

/** The capability that each part requires in the project; a part without an entry needs no project. */
const requiredCapability: Partial<Record<SettingsPart, Capability>> = {
  team: 'members.see',
  integrations: 'api-tokens.change',
  jobs: 'audit.see',
  data: 'project.delete',
  audit: 'audit.see',
  company: 'project.change',
  logo: 'project.change',
  billing: 'subscription.see',
};

export const isPartOfProject = (part: SettingsPart): boolean =>
  requiredCapability[part] !== undefined;

/** Whether a role in the project, or no role, allows a part. */
export function isPartOpen(role: string | undefined, part: SettingsPart): boolean {
  const capability = requiredCapability[part];
  return capability === undefined || mayRole(role, capability);
}
