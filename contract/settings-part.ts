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
