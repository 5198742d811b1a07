import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { FilterGroup, FilterValue, Query } from '#contract/query.ts';
import { injected } from './injected.ts';

/** Whose values are listed. */
export type Listed = Pick<Query, 'project' | 'affiliates'>;

type Context = {
  listed: Listed;
  group: FilterGroup | null;
  values: FilterValue[];
  /** What values are called where they are ids, as far as they were read. */
  names: Record<string, string>;
  problem: Problem | null;
  /** Countries that were there the last time; they stand in until they are read. */
  countries: string[];
};
type Event =
  | { type: 'group.open'; group: FilterGroup }
  | { type: 'group.close' }
  | { type: 'query.change'; query: Listed }
  | { type: 'retry' };

/**
 * The values that one filter group can be narrowed to, read when somebody opens it.
 *
 * One group is open at a time: opening another or closing it ends its request. The values are those of a project
 * and its chosen affiliates, so another choice of these reads them again. What is chosen is kept by the selection.
 */
export const filtersMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: Listed; countries?: string[] };
    tags: 'busy' | 'failed';
    children: { readValues: 'readValues' };
  },
  actors: {
    readValues: injected<FilterValue[], Listed & { group: FilterGroup }>('readValues'),
  },
  actions: {
    keepListed: assign({ listed: (_, params: { query: Listed }) => params.query }),
    keepGroup: assign({ group: (_, params: { group: FilterGroup }) => params.group }),
    clearGroup: assign({ group: null, values: [], problem: null }),
    expectValues: assign({
      values: ({ context: { group, countries } }) =>
        group === 'country' ? countries.map((value) => ({ value, label: value, count: null })) : [],
      problem: null,
    }),
    keepValues: assign({
      values: (_, params: { values: FilterValue[] }) => params.values,
      names: ({ context }, params: { values: FilterValue[] }) => ({
        ...context.names,
        ...namesOf(context, params.values),
      }),
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Listed }) =>
      keyOf(params.query) !== keyOf(context.listed),
    isEmpty: (_, params: { values: FilterValue[] }) => params.values.length === 0,
  },
}).createMachine({
  id: 'filters',
  description: 'The values of the filter group that is open.',
  context: ({ input }) => ({
    listed: input.query,
    group: null,
    values: [],
    names: {},
    problem: null,
    countries: input.countries ?? [],
  }),
  initial: 'closed',
  on: {
    'group.open': {
      target: '.open',
      reenter: true,
      actions: { type: 'keepGroup', params: ({ event }) => ({ group: event.group }) },
    },
  },
  states: {
    closed: {
      description: 'No group is open, so nothing is asked.',
      entry: 'clearGroup',
      on: {
        'query.change': {
          actions: { type: 'keepListed', params: ({ event }) => ({ query: event.query }) },
        },
      },
    },
    open: {
      initial: 'loading',
      on: {
        'group.close': 'closed',
        'query.change': {
          guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
          target: '.loading',
          reenter: true,
          actions: { type: 'keepListed', params: ({ event }) => ({ query: event.query }) },
        },
      },
      states: {
        loading: {
          tags: 'busy',
          entry: 'expectValues',
          invoke: {
            id: 'readValues',
            src: 'readValues',
            input: ({ context }) => ({ ...context.listed, group: groupOf(context) }),
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ values: event.output }) },
                target: 'empty',
              },
              {
                target: 'ready',
                actions: { type: 'keepValues', params: ({ event }) => ({ values: event.output }) },
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        ready: { description: 'The values can be chosen and searched.' },
        empty: { description: 'No event of the last 90 days had a value; one can be typed.' },
        failed: {
          description: 'The values could not be read; one can be typed all the same.',
          tags: 'failed',
          on: { retry: 'loading' },
        },
      },
    },
  },
});

export type FiltersActor = ActorRefFrom<typeof filtersMachine>;
export type FiltersSnapshot = SnapshotFrom<typeof filtersMachine>;

const keyOf = ({ project, affiliates }: Listed): string =>
  JSON.stringify([project, affiliates.map(({ id }) => id)]);

/** The name of a value among those that were read; an id stands for itself. */
export const nameIn = (names: Context['names'], group: FilterGroup, value: string): string =>
  names[`${group} ${value}`] ?? value;

const namesOf = ({ group }: Context, values: FilterValue[]): Record<string, string> =>
  Object.fromEntries(
    values
      .filter(({ value, label }) => label !== value)
      .map(({ value, label }) => [`${group} ${value}`, label]),
  );

function groupOf({ group }: Context): FilterGroup {
  if (group) return group;
  throw new Error('Values were asked for without a group.');
}
