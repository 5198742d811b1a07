import { expect, it } from 'vitest';
import { setup } from 'xstate';
import { type WorkspaceRow, workspaceScreens } from '#machines/app/screens.ts';
import type { ScreenEvent, ScreenInput } from '#machines/kit/screen.ts';
import type { Query } from '#model/query.ts';

const base = {
  runsIn: 'workspace',
  area: 'bidding',
  title: 'Bidding',
  layout: 'dashboard',
  access: 'member',
  addresses: [{ path: '/audience-bidding' }],
  hasSelection: true,
  hasTraffic: true,
} as const;

const machineFor = <ScreenQuery extends Query | null>() =>
  setup({
    types: {} as { events: ScreenEvent<ScreenQuery>; input: ScreenInput<ScreenQuery> },
  }).createMachine({});
const needsProject = async () => machineFor<Query>();
const needsNothing = async () => machineFor<Query | null>();

/** The compiler checks these rows: a row that compiles although it must not is an error of `npm run typecheck`. */
const valid: WorkspaceRow[] = [
  { ...base, hasFigures: true, machine: needsProject },
  { ...base, hasFigures: false, worksWithoutProject: true, machine: needsNothing },
];

const screen = { ...base, hasFigures: false, machine: needsProject } as const;
const emptyScreen = { ...screen, worksWithoutProject: true, machine: needsNothing } as const;
const otherMachine = async () =>
  setup({ types: {} as { events: { type: 'retry' } } }).createMachine({});

// @ts-expect-error A screen needs a machine.
const withoutMachine: WorkspaceRow = { ...base, hasFigures: true };
// @ts-expect-error Figures need a project.
const figuresWithoutProject: WorkspaceRow = { ...emptyScreen, hasFigures: true };
// @ts-expect-error This machine takes no null as its query.
const queryWithoutProject: WorkspaceRow = { ...emptyScreen, machine: needsProject };
// @ts-expect-error This machine does not take the events of a screen.
const otherEvents: WorkspaceRow = { ...screen, machine: otherMachine };
// @ts-expect-error A screen needs an address.
const withoutAddress: WorkspaceRow = { ...screen, addresses: [] };
// @ts-expect-error Only members see the workspace.
const forGuests: WorkspaceRow = { ...screen, access: 'public' };

it('only the dashboard loads without a function that loads its machine', () => {
  const withoutFunction = workspaceScreens.filter(([, row]) => row.machine === undefined);
  expect(withoutFunction.map(([name]) => name)).toEqual(['dashboard']);
  const refused = [
    withoutMachine,
    figuresWithoutProject,
    queryWithoutProject,
    otherEvents,
    withoutAddress,
    forGuests,
  ];
  expect([valid.length, refused.length]).toEqual([2, 6]);
});
