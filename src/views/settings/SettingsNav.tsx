import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { projectOf, type SettingsActor } from '#machines/settings/settings.ts';
import type { SettingsPart } from '#model/settings.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { FailedCount } from './FailedCount.tsx';
import { personalPages, projectPagesFor, type SettingsPage } from './pages.ts';

/** The navigation between settings pages. Pages that the role may not open are left out. */
export function SettingsNav({ actor }: { actor: SettingsActor }) {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const project = projectOf(context);
  const failedItems = useSelector(actor, ({ children }) => children.failedItems);
  return (
    <nav className="settings-nav" aria-label="Settings">
      <Entries entries={personalPages} here={context.part} />
      <p className="settings-nav-title">{project?.name ?? 'Your work'}</p>
      <Entries
        entries={projectPagesFor(project?.role)}
        here={context.part}
        mark={failedItems ? { part: 'jobs', shown: <FailedCount actor={failedItems} /> } : null}
      />
    </nav>
  );
}

function Entries({
  entries,
  here,
  mark = null,
}: {
  entries: readonly SettingsPage[];
  here: SettingsPart;
  /** What one entry shows beside its name. */
  mark?: { part: SettingsPart; shown: ReactNode } | null;
}) {
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
            {mark?.part === part ? mark.shown : null}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

/** Scrolls the current entry to the middle where the row of entries does not fit. */
function standInMiddle(link: HTMLAnchorElement | null): void {
  const row = link?.closest('nav');
  if (!link || !row) return;
  row.scrollLeft += middleOf(link) - middleOf(row);
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
