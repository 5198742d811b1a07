import { mayRole } from '#contract/accounts/roles.ts';
import { presets } from '#contract/period.ts';
import { sidebarEntries } from '#machines/app/screens.ts';
import { affiliatesOf, projectOf } from '#machines/selection/selection-model.ts';
import type { Preferences } from '#model/local-storage.ts';
import { viewsFor } from '../../conversions/tabs.ts';
import { nameOfCountry } from '../../kit/places.ts';
import { comparisonNames, plainComparisons } from '../../selection/comparisons.ts';
import { rangeNames } from '../../selection/ranges.ts';
import { personalPages, projectPagesFor } from '../../settings/pages.ts';
import { countryCodes } from './countries.ts';
import type { Command, Desk, Group } from './desk.ts';
import { exportCommands } from './exports.ts';
import { filterBy } from './filter-by.ts';

type Part = { to: string; name: string; of: string };

/** The pages within screens that the role may open. */
const partsFor = (role: string | undefined): Part[] => [
  ...viewsFor({ maySettle: mayRole(role, 'conversion.decide') })
    .filter(({ view }) => view !== 'log')
    .map(({ to, name }) => ({ to, name, of: 'Conversions' })),
  { to: '/pixels/events', name: 'Event pixels', of: 'Pixels' },
  { to: '/pixels/links', name: 'Tracking links', of: 'Pixels' },
];

/** What a role may begin on another page. */
const actsFor = (role: string | undefined) => {
  const pages = projectPagesFor(role);
  return [
    { part: 'team', id: 'invite', label: 'Invite a person', keywords: 'member team colleague' },
    {
      part: 'projects',
      id: 'new-affiliate',
      label: 'Create an affiliate',
      keywords: 'add new partner',
    },
    { part: 'projects', id: 'new-project', label: 'Create a project', keywords: 'add new company' },
  ].flatMap(({ part, ...command }) =>
    pages.flatMap((page) => (page.part === part ? [{ ...command, to: page.to }] : [])),
  );
};

/** Every command of the palette, most used first. */
export function commandsOf(desk: Desk): Group[] {
  const { session, selection, goTo, showKeys } = desk;
  const { context } = selection.getSnapshot();
  const { preferences } = session.getSnapshot().context;
  const prefer = (changed: Partial<Preferences>) => () =>
    session.send({ type: 'preferences.change', preferences: { ...preferences, ...changed } });
  const singleKeys = preferences.singleKeys !== false;
  const role = projectOf(context)?.role;

  return [
    {
      value: 'Screens',
      items: [
        ...sidebarEntries.map(({ path, title, letter }) => ({
          id: path,
          label: title,
          note: `g ${letter}`,
          run: () => goTo(path),
        })),
        ...partsFor(role).map(({ to, name, of }) => ({
          id: to,
          label: name,
          note: of,
          keywords: of,
          run: () => goTo(to),
        })),
      ],
    },
    {
      value: 'Date range',
      items: presets.map((preset) => ({
        id: preset,
        label: rangeNames[preset],
        run: () => selection.send({ type: 'range.choose', range: preset }),
      })),
    },
    {
      value: 'Comparison',
      items: plainComparisons.map((comparison) => ({
        id: comparison,
        label: comparisonNames[comparison],
        keywords: 'compare',
        run: () => selection.send({ type: 'comparison.choose', comparison }),
      })),
    },
    {
      value: 'Actions',
      items: [
        {
          id: 'side',
          label: context.browserConversions
            ? 'Count as the server saw it'
            : 'Count as the browser saw it',
          note: 'b',
          run: () =>
            selection.send({ type: 'browserConversions.set', on: !context.browserConversions }),
        },
        {
          id: 'unique',
          label: context.uniqueConversions ? 'Count every report' : 'Count each conversion once',
          keywords: 'unique duplicates',
          run: () =>
            selection.send({ type: 'uniqueConversions.set', on: !context.uniqueConversions }),
        },
        {
          id: 'clear',
          label: 'Clear filters',
          run: () => selection.send({ type: 'filters.clear' }),
        },
        {
          id: 'print',
          label: 'Print this page',
          keywords: 'paper pdf',
          run: () => window.print(),
        },
        ...actsFor(role).map(({ to, ...command }) => ({ ...command, run: () => goTo(to) })),
        { id: 'keys', label: 'Show the keys', note: '?', keywords: 'shortcuts', run: showKeys },
        {
          id: 'single',
          label: singleKeys ? 'Switch single keys off' : 'Switch single keys on',
          keywords: 'shortcuts keyboard',
          run: prefer({ singleKeys: !singleKeys }),
        },
        {
          id: 'leave',
          label: 'Sign out',
          keywords: 'log out leave',
          run: () => session.send({ type: 'session.leave' }),
        },
      ],
    },
    {
      value: 'Appearance',
      items: [
        { id: 'system', label: 'Theme: system', run: prefer({ theme: 'system' }) },
        { id: 'light', label: 'Theme: light', run: prefer({ theme: 'light' }) },
        { id: 'dark', label: 'Theme: dark', run: prefer({ theme: 'dark' }) },
        {
          id: 'comfortable',
          label: 'Tables: comfortable',
          run: prefer({ density: 'comfortable' }),
        },
        { id: 'compact', label: 'Tables: compact', run: prefer({ density: 'compact' }) },
      ],
    },
    {
      value: 'Settings',
      items: [...personalPages, ...projectPagesFor(role)].map(({ to, name }) => ({
        id: to,
        label: name,
        run: () => goTo(to),
      })),
    },
    {
      value: 'Projects',
      items: context.projects.map(({ id, name, slug }) => ({
        id: `project-${id}`,
        label: name,
        keywords: `${slug} switch`,
        run: () => selection.send({ type: 'project.choose', project: id }),
      })),
    },
    { value: 'Export', items: exportCommands(desk) },
    {
      value: 'Countries',
      isListed: false,
      items: countryCodes.map((code) => ({
        id: `country-${code}`,
        label: nameOfCountry(code),
        note: code,
        keywords: 'country',
        run: () => filterBy(desk, 'country', code),
      })),
    },
    {
      value: 'Affiliates',
      items: [
        {
          id: 'everyone',
          label: 'All affiliates',
          run: () => selection.send({ type: 'affiliates.choose', affiliates: [] }),
        },
        ...affiliatesOf(context).map(({ id, name, aff_id }) => ({
          id: `affiliate-${id}`,
          label: name || aff_id,
          note: aff_id,
          run: () => selection.send({ type: 'affiliates.choose', affiliates: [id] }),
        })),
      ],
    },
  ];
}

/** Whether every typed word occurs in the name, the group or the keywords. */
export function matches(
  { label, note = '', keywords = '' }: Command,
  group: string,
  query: string,
) {
  const text = `${group} ${label} ${note} ${keywords}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
