import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type Period, type Preset, zoneOf } from '#contract/period.ts';
import type { Query } from '#contract/query.ts';
import { injectedListener } from './injected.ts';
import {
  isSome,
  projectOf,
  queryOf,
  type SelectionContext,
  type SelectionInput,
  startOf,
} from './selection-rules.ts';

type Event =
  | { type: 'project.choose'; project: number }
  | { type: 'affiliates.choose'; affiliates: number[] }
  | { type: 'range.choose'; range: Preset | Period }
  | { type: 'timezone.choose'; timezone: string }
  | { type: 'comparison.choose'; comparison: Query['comparison'] }
  | { type: 'browserConversions.set'; on: boolean }
  | { type: 'uniqueConversions.set'; on: boolean }
  | { type: 'filters.clear' }
  | { type: 'page.changed' }
  | { type: 'clock.tick'; now: number };

/**
 * What the figures are about: project, affiliates, days, time zone and how to count.
 *
 * It answers every change with a whole `Query` (or null when there is nothing to ask about), so that
 * nobody else has to know these rules. Days are kept as they were chosen: "today" moves with the clock.
 */
export const selectionMachine = setup({
  types: {} as {
    context: SelectionContext;
    events: Event;
    input: SelectionInput;
    children: { clock: 'clock' };
  },
  actors: { clock: injectedListener<{ type: 'clock.tick'; now: number }>('clock') },
  actions: {
    keepNow: assign({ now: (_, params: { now: number }) => params.now }),
    keepProject: assign({
      project: (_, params: { project: number }) => params.project,
      affiliate: null,
      chosen: [],
    }),
    keepAffiliates: assign({ chosen: (_, params: { affiliates: number[] }) => params.affiliates }),
    clearAffiliates: assign({ chosen: [] }),
    keepRange: assign({ range: (_, params: { range: Preset | Period }) => params.range }),
    keepTimezone: assign({
      timezone: (_, params: { timezone: string }) =>
        params.timezone === 'Default' ? null : zoneOf(params.timezone),
    }),
    keepComparison: assign({
      comparison: (_, params: { comparison: Query['comparison'] }) => params.comparison,
    }),
    keepBrowserConversions: assign({
      browserConversions: (_, params: { on: boolean }) => params.on,
    }),
    keepUniqueConversions: assign({ uniqueConversions: (_, params: { on: boolean }) => params.on }),
    clearFilters: assign({ filters: {} }),
    clearEveryFilter: assign({ filters: {}, countries: [], offerIds: [], chosen: [] }),
    remember: () => {},
    announce: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'selection.changed', query: queryOf(context) }),
    ),
  },
  guards: {
    hasNoProject: ({ context }) => projectOf(context) === undefined,
    hasSome: ({ context }) => isSome(context, context.chosen),
    isSome: ({ context }, params: { affiliates: number[] }) => isSome(context, params.affiliates),
  },
}).createMachine({
  id: 'selection',
  description: 'What the figures are about.',
  context: ({ input }) => startOf(input),
  invoke: { id: 'clock', src: 'clock' },
  initial: 'starting',
  states: {
    starting: {
      description: 'Until the clock has spoken nobody knows which day today is.',
      on: {
        'clock.tick': [
          {
            guard: 'hasNoProject',
            target: 'nothing',
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
              'announce',
            ],
          },
          {
            target: 'choosing.all',
            actions: [
              { type: 'keepNow', params: ({ event }) => ({ now: event.now }) },
              'clearAffiliates',
              'remember',
              'announce',
            ],
          },
        ],
      },
    },
    nothing: { description: 'There is no project, so there is nothing to ask about.' },
    choosing: {
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
              'announce',
            ],
          },
          { target: '.all', actions: ['clearAffiliates', 'remember', 'announce'] },
        ],
        'range.choose': {
          actions: [
            { type: 'keepRange', params: ({ event }) => ({ range: event.range }) },
            'remember',
            'announce',
          ],
        },
        'timezone.choose': {
          actions: [
            { type: 'keepTimezone', params: ({ event }) => ({ timezone: event.timezone }) },
            'remember',
            'announce',
          ],
        },
        'comparison.choose': {
          actions: [
            { type: 'keepComparison', params: ({ event }) => ({ comparison: event.comparison }) },
            'remember',
            'announce',
          ],
        },
        'browserConversions.set': {
          actions: [
            { type: 'keepBrowserConversions', params: ({ event }) => ({ on: event.on }) },
            'remember',
            'announce',
          ],
        },
        'uniqueConversions.set': {
          actions: [
            { type: 'keepUniqueConversions', params: ({ event }) => ({ on: event.on }) },
            'remember',
            'announce',
          ],
        },
        'filters.clear': { target: '.all', actions: ['clearEveryFilter', 'remember', 'announce'] },
        'page.changed': {
          actions: [
            { type: 'keepRange', params: { range: 'today' } },
            'clearFilters',
            'remember',
            'announce',
          ],
        },
      },
      states: {
        all: { description: 'Every affiliate of the project counts.' },
        some: { description: 'Only the chosen affiliates count.' },
      },
    },
  },
});

export type SelectionActor = ActorRefFrom<typeof selectionMachine>;
export type SelectionSnapshot = SnapshotFrom<typeof selectionMachine>;
