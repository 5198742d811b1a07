import { isPartOpen, type SettingsPart } from '#model/settings.ts';
import { hasBilling } from '../kit/installation.ts';

export type SettingsPage = { part: SettingsPart; to: string; name: string };

/** The pages of the user, independent of the project. */
export const personalPages: readonly SettingsPage[] = [
  { part: 'personal', to: '/settings/personal-settings', name: 'Personal' },
];

const projectPages: readonly SettingsPage[] = [
  { part: 'team', to: '/settings#team', name: 'Team' },
  { part: 'projects', to: '/settings#projects', name: 'Projects and affiliates' },
  { part: 'company', to: '/settings/company-settings', name: 'Company' },
  { part: 'logo', to: '/settings/company-logo', name: 'Logo' },
  { part: 'billing', to: '/settings/billing-settings', name: 'Billing' },
  { part: 'integrations', to: '/settings#integrations', name: 'API tokens' },
  { part: 'jobs', to: '/settings#jobs', name: 'Jobs' },
  { part: 'audit', to: '/settings#audit', name: 'Audit log' },
  { part: 'data', to: '/settings#data', name: 'Delete project' },
];

/** The project pages that a role may open in this installation. */
export const projectPagesFor = (role: string | undefined): SettingsPage[] =>
  projectPages.filter(({ part }) => isPartOpen(role, part) && (part !== 'billing' || hasBilling()));
