import { useSelector } from '@xstate/react';
import type { SettingsPart } from '#contract/settings-part.ts';
import { isOpen, projectOf, type SettingsActor } from '#machines/settings.ts';
import { Go } from '../parts/Go.tsx';

type Entry = { part: SettingsPart; to: string; name: string };

const person: readonly Entry[] = [
  { part: 'personal', to: '/settings/personal-settings', name: 'Personal' },
];
const project: readonly Entry[] = [
  { part: 'team', to: '/settings#team', name: 'Team' },
  { part: 'projects', to: '/settings#projects', name: 'Projects and affiliates' },
  { part: 'company', to: '/settings/company-settings', name: 'Company' },
  { part: 'logo', to: '/settings/company-logo', name: 'Logo' },
  { part: 'billing', to: '/settings/billing-settings', name: 'Billing' },
  { part: 'integrations', to: '/settings#integrations', name: 'API tokens' },
  { part: 'audit', to: '/settings#audit', name: 'Audit log' },
  { part: 'data', to: '/settings#data', name: 'Delete project' },
];

/** The way between the pages of settings. What the role in the project does not allow is not listed. */
export function SettingsNav({ actor }: { actor: SettingsActor }) {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  return (
    <nav className="settings-nav" aria-label="Settings">
      <Entries entries={person} here={context.part} />
      <p className="settings-nav-title">{projectOf(context)?.name ?? 'Your work'}</p>
      <Entries entries={project.filter(({ part }) => isOpen(context, part))} here={context.part} />
    </nav>
  );
}

function Entries({ entries, here }: { entries: readonly Entry[]; here: SettingsPart }) {
  return (
    <ul>
      {entries.map(({ part, to, name }) => (
        <li key={part}>
          <Go
            to={to}
            className="settings-link"
            {...(part === here ? { 'aria-current': 'page', ref: standInMiddle } : {})}
          >
            {name}
          </Go>
        </li>
      ))}
    </ul>
  );
}

/** On a narrow screen the entries stand in a row that is longer than its room. */
function standInMiddle(link: HTMLAnchorElement | null): void {
  const row = link?.closest('nav');
  if (!link || !row) return;
  row.scrollLeft += middleOf(link) - middleOf(row);
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
