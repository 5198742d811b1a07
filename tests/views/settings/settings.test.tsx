import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { mayRole } from '#contract/accounts/roles.ts';
import type { SettingsSnapshot } from '#machines/settings/settings.ts';
import type { SettingsPart } from '#model/settings.ts';
import { settingsGestures } from '../../support/gestures/settings/settings.ts';
import { settingsScene } from '../../support/scenes/settings/settings.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The panels of each page, and its errors. */
const panels: Record<SettingsPart, string[]> = {
  team: ['Team'],
  projects: ['Projects and affiliates'],
  integrations: ['API tokens'],
  jobs: ['Set aside', 'Scheduled'],
  data: ['Delete project'],
  audit: ['Audit log'],
  personal: ['You', 'Picture', 'Password', 'Sessions'],
  company: ['Company'],
  logo: ['Logo'],
  billing: ['Billing', 'Card', 'Usage', 'Plans', 'Invoices'],
};

const ofOwners = ['Company', 'Logo', 'API tokens', 'Audit log', 'Delete project'];

function sees(state: SettingsSnapshot) {
  const { part, project, member } = state.context;
  const isMissing = ['starting', 'noProject', 'closed'].some((stand) => state.value === stand);
  const names = screen
    .queryAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
  const role = member.projects.find(({ id }) => id === project)?.role;
  const pays = mayRole(role, 'billing.change');
  const shown = panels[part].filter((name) => name !== 'Invoices' || pays);
  expect(names).toEqual(isMissing ? [] : shown);
  expect(screen.queryByText('You have no project yet') !== null).toBe(state.matches('noProject'));
  expect(screen.queryByText('Your role cannot open this') !== null).toBe(state.matches('closed'));
  const listed = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(listed.some((name) => name?.startsWith('Jobs'))).toBe(role === 'owner');
  const isOwner = role === 'owner';
  for (const name of ofOwners) expect(listed.includes(name)).toBe(isOwner);
  expect(listed).toEqual(expect.arrayContaining(['Personal', 'Projects and affiliates']));
}

walkView(settingsScene, {
  gestures: settingsGestures,
  sees,
});
