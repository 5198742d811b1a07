import { useSelector } from '@xstate/react';
import { projectOf, type SettingsActor } from '#machines/settings/settings.ts';
import type { SettingsPart } from '#model/settings.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { personalPages, projectPagesFor, type SettingsPage } from './pages.ts';

/** The way between the pages of settings. What the role in the project does not allow is not listed. */
export function SettingsNav({ actor }: { actor: SettingsActor }) {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const project = projectOf(context);
  return (
    <nav className="settings-nav" aria-label="Settings">
      <Entries entries={personalPages} here={context.part} />
      <p className="settings-nav-title">{project?.name ?? 'Your work'}</p>
      <Entries entries={projectPagesFor(project?.role)} here={context.part} />
    </nav>
  );
}

function Entries({ entries, here }: { entries: readonly SettingsPage[]; here: SettingsPart }) {
  return (
    <ul>
      {entries.map(({ part, to, name }) => (
        <li key={part}>
          <AppLink
            to={to}
            className="settings-link"
            {...(part === here ? { 'aria-current': 'page', ref: standInMiddle } : {})}
          >
            {name}
          </AppLink>
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
