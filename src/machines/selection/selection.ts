import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Clock, Model } from '#contract/analytics/attribution.ts';
import type { FilterGroup } from '#contract/analytics/dimensions.ts';
import type { Comparison } from '#contract/analytics/report-query.ts';
import type { Period, Preset } from '#contract/period.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { zoneOf } from '#contract/time-zone.ts';
import { injectedListener } from '../kit/injected.ts';
import { filtersOf, noFilters, withValues } from './filters.ts';
import {
  isPartOfAffiliates,
  projectOf,
  queryOf,
  type SelectionContext,
  type SelectionInput,
  startOf,
  withMember,
  withViewState,
} from './selection-model.ts';

type Event =
  | { type: 'project.choose'; project: number }
  | { type: 'affiliates.choose'; affiliates: number[] }
  | { type: 'filter.choose'; group: FilterGroup; values: string[] }
  | { type: 'filters.clear' }
  | { type: 'filters.restore' }
  | { type: 'range.choose'; range: Preset | Period }
  | { type: 'timezone.choose'; timezone: string }
  | { type: 'comparison.choose'; comparison: Exclude<Comparison, 'custom'> }
  | { type: 'comparison.switch' }
  | { type: 'comparedPeriod.choose'; period: Period }
  | { type: 'browserConversions.set'; on: boolean }
  | { type: 'uniqueConversions.set'; on: boolean }
  | { type: 'model.choose'; model: Model }
  | { type: 'lookback.choose'; days: number }
  | { type: 'clock.choose'; clock: Clock }
  | { type: 'asOf.clear' }
  | { type: 'sidebarRight.set'; on: boolean }
  | { type: 'view.open'; opening: ViewState }
  | { type: 'page.changed' }
  | { type: 'member.change'; member: Session }
  | { type: 'clock.tick'; now: number };

/**
 * Every change is reported as a complete `Query` (or null when there is none), so that no other machine needs these
 * rules. Ranges are kept as chosen: "today" moves with the clock. The address contains all choices: each choice is a
 * step in the browser's history, every other change replaces the current step.
 */
export const selectionMachine = setup({
  types: {} as {
    context: SelectionContext;
    events: Event;
    input: SelectionInput;
    children: { clock: 'clock'; address: 'address' };
  },
  actors: {
    clock: injectedListener<{ type: 'clock.tick'; now: number }>('clock'),
    address: injectedListener<{ type: 'view.open'; opening: ViewState }>('address'),
  },
  actions: {
    keepNow: assign({ now: (_, params: { now: number }) => params.now }),
    keepProject: assign({
      project: (_, params: { project: number }) => params.project,
      affiliate: null,
      chosen: [],
      offerIds: [],
      cleared: null,
    }),
    keepAffiliates: assign({ chosen: (_, params: { affiliates: number[] }) => params.affiliates }),
    clearAffiliates: assign({ chosen: [] }),
    keepFilter: assign(({ context }, params: { group: FilterGroup; values: string[] }) =>
      withValues(context, params.group, params.values),
    ),
    clearEveryFilter: assign(({ context }) => ({ ...noFilters, cleared: filtersOf(context) })),
    restoreFilters: assign(({ context }) => ({ ...context.cleared, cleared: null })),
    keepRange: assign({ range: (_, params: { range: Preset | Period }) => params.range }),
    keepTimezone: assign({
      timezone: (_, params: { timezone: string }) =>
        params.timezone === 'Default' ? null : zoneOf(params.timezone),
    }),
    keepComparison: assign({
      comparison: (_, params: { comparison: Exclude<Comparison, 'custom'> }) => params.comparison,
      comparedPeriod: null,
    }),
    switchComparison: assign({
      comparison: ({ context }) =>
        context.comparison === 'same_elapsed' ? 'previous' : 'same_elapsed',
      comparedPeriod: null,
    }),
    keepComparedPeriod: assign({
      comparison: 'custom',
      comparedPeriod: (_, params: { period: Period }) => params.period,
    }),
    keepBrowserConversions: assign({
      browserConversions: (_, params: { on: boolean }) => params.on,
    }),
    keepUniqueConversions: assign({ uniqueConversions: (_, params: { on: boolean }) => params.on }),
    keepModel: assign({ model: (_, params: { model: Model }) => params.model }),
    keepLookback: assign({ lookbackDays: (_, params: { days: number }) => params.days }),
    keepClock: assign({ clock: (_, params: { clock: Clock }) => params.clock }),
    clearAsOf: assign({ asOf: null, definitions: null }),
    keepSidebar: assign({ sidebarRight: (_, params: { on: boolean }) => params.on }),
    keepView: assign(({ context }, params: { opening: ViewState }) =>
      withViewState(context, params.opening),
    ),
    keepMember: assign(({ context }, params: { member: Session }) =>
      withMember(context, params.member),
    ),
    resetForPage: assign(({ context }) => ({
      range: 'today' as const,
      filters: {},
      asOf: null,
      definitions: null,
      cleared: null,
      ...(context.comparison === 'custom'
        ? { comparison: 'same_elapsed' as const, comparedPeriod: null }
        : {}),
    })),
    remember: () => {},
    addToAddress: () => {},
    correctAddress: () => {},
    showUndo: () => {},
    announce: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'selection.changed', query: queryOf(context) }),
    ),
  },
  guards: {
    hasNoProject: ({ context }) => projectOf(context) === undefined,
    losesLastProject: ({ context }, params: { member: Session }) =>
      projectOf(withMember(context, params.member)) === undefined,
    keepsSomeAffiliates: ({ context }, params: { member: Session }) => {
      const next = withMember(context, params.member);
      return isPartOfAffiliates(next, next.chosen);
    },
    hasSome: ({ context }) => isPartOfAffiliates(context, context.chosen),
    isSome: ({ context }, params: { affiliates: number[] }) =>
      isPartOfAffiliates(context, params.affiliates),
    hasCleared: ({ context }) => context.cleared !== null,
    hasClearedSome: ({ context }) => isPartOfAffiliates(context, context.cleared?.chosen ?? []),
    opensSomeAffiliates: ({ context }, params: { opening: ViewState }) => {
      const next = withViewState(context, params.opening);
      return isPartOfAffiliates(next, next.chosen);
    },
  },
}).createMachine({
  id: 'selection',
  description:
    'What the figures are about: project, affiliates, filters, days, time zone and attribution.',
  context: ({ input }) => startOf(input),
  invoke: [
    { id: 'clock', src: 'clock' },
    { id: 'address', src: 'address' },
  ],
  initial: 'starting',
  states: {
    starting: {
      description:
        'The current day is unknown until the clock reports it; it does so before the user can change anything.',
      on: {
        'clock.tick': [
          {
            guard: 'hasNoProject',
            target: 'noProject',
            actions: [
              { type: 'keepNow', params: ({ event }) => ({ now: event.now }) },
              'remember',
              'announce',
            ],
          },
          {
            guard: 'hasSome',
            target: 'choosing.some',
            actions: [
              { type: 'keepNow', params: ({ event }) => ({ now: event.now }) },
              'remember',
              'correctAddress',
              'announce',
            ],
          },
          {
            target: 'choosing.all',
            actions: [
              { type: 'keepNow', params: ({ event }) => ({ now: event.now }) },
              'clearAffiliates',
              'remember',
              'correctAddress',
              'announce',
            ],
          },
        ],
      },
    },
    noProject: {
      description: 'There is no project, so there is no query.',
      on: {
        'member.change': [
          {
            guard: { type: 'losesLastProject', params: ({ event }) => ({ member: event.member }) },
            actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
          },
          {
            target: 'choosing.all',
            actions: [
              { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
              'clearAffiliates',
              'remember',
              'correctAddress',
              'announce',
            ],
          },
        ],
      },
    },
    choosing: {
      description: 'There is a query, and it can be changed.',
      initial: 'all',
      on: {
        'clock.tick': {
          actions: [{ type: 'keepNow', params: ({ event }) => ({ now: event.now }) }, 'announce'],
        },
        'project.choose': {
          target: '.all',
          actions: [
            { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'affiliates.choose': [
          {
            guard: { type: 'isSome', params: ({ event }) => ({ affiliates: event.affiliates }) },
            target: '.some',
            actions: [
              { type: 'keepAffiliates', params: ({ event }) => ({ affiliates: event.affiliates }) },
              'remember',
              'addToAddress',
              'announce',
            ],
          },
          {
            target: '.all',
            actions: ['clearAffiliates', 'remember', 'addToAddress', 'announce'],
          },
        ],
        'filter.choose': {
          actions: [
            {
              type: 'keepFilter',
              params: ({ event }) => ({ group: event.group, values: event.values }),
            },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'filters.clear': {
          target: '.all',
          actions: ['clearEveryFilter', 'remember', 'addToAddress', 'announce', 'showUndo'],
        },
        'filters.restore': [
          {
            guard: 'hasClearedSome',
            target: '.some',
            actions: ['restoreFilters', 'remember', 'addToAddress', 'announce'],
          },
          {
            guard: 'hasCleared',
            target: '.all',
            actions: ['restoreFilters', 'remember', 'addToAddress', 'announce'],
          },
        ],
        'range.choose': {
          actions: [
            { type: 'keepRange', params: ({ event }) => ({ range: event.range }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'timezone.choose': {
          actions: [
            { type: 'keepTimezone', params: ({ event }) => ({ timezone: event.timezone }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'comparison.choose': {
          actions: [
            { type: 'keepComparison', params: ({ event }) => ({ comparison: event.comparison }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'comparison.switch': {
          actions: ['switchComparison', 'remember', 'addToAddress', 'announce'],
        },
        'comparedPeriod.choose': {
          actions: [
            { type: 'keepComparedPeriod', params: ({ event }) => ({ period: event.period }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'browserConversions.set': {
          actions: [
            { type: 'keepBrowserConversions', params: ({ event }) => ({ on: event.on }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'uniqueConversions.set': {
          actions: [
            { type: 'keepUniqueConversions', params: ({ event }) => ({ on: event.on }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'model.choose': {
          actions: [
            { type: 'keepModel', params: ({ event }) => ({ model: event.model }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'lookback.choose': {
          actions: [
            { type: 'keepLookback', params: ({ event }) => ({ days: event.days }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'clock.choose': {
          actions: [
            { type: 'keepClock', params: ({ event }) => ({ clock: event.clock }) },
            'remember',
            'addToAddress',
            'announce',
          ],
        },
        'asOf.clear': {
          actions: ['clearAsOf', 'remember', 'addToAddress', 'announce'],
        },
        'sidebarRight.set': {
          actions: [{ type: 'keepSidebar', params: ({ event }) => ({ on: event.on }) }, 'remember'],
        },
        'view.open': [
          {
            guard: {
              type: 'opensSomeAffiliates',
              params: ({ event }) => ({ opening: event.opening }),
            },
            target: '.some',
            actions: [
              { type: 'keepView', params: ({ event }) => ({ opening: event.opening }) },
              'remember',
              'correctAddress',
              'announce',
            ],
          },
          {
            target: '.all',
            actions: [
              { type: 'keepView', params: ({ event }) => ({ opening: event.opening }) },
              'remember',
              'correctAddress',
              'announce',
            ],
          },
        ],
        'member.change': [
          {
            guard: { type: 'losesLastProject', params: ({ event }) => ({ member: event.member }) },
            target: 'noProject',
            actions: [
              { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
              'announce',
            ],
          },
          {
            guard: {
              type: 'keepsSomeAffiliates',
              params: ({ event }) => ({ member: event.member }),
            },
            target: '.some',
            actions: [
              { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
              'remember',
              'correctAddress',
              'announce',
            ],
          },
          {
            target: '.all',
            actions: [
              { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
              'clearAffiliates',
              'remember',
              'correctAddress',
              'announce',
            ],
          },
        ],
        'page.changed': {
          actions: ['resetForPage', 'remember', 'correctAddress', 'announce'],
        },
      },
      states: {
        all: { description: 'Every affiliate of the project is included.' },
        some: { description: 'Only the chosen affiliates are included.' },
      },
    },
  },
});

export type SelectionActor = ActorRefFrom<typeof selectionMachine>;
export type SelectionSnapshot = SnapshotFrom<typeof selectionMachine>;
