import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import {
  type FilterGroup,
  filterGroups,
  levels,
  namesOfValues,
} from '#contract/analytics/dimensions.ts';
import { bareValue } from '#contract/analytics/filter-value.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { FilterValue, Query } from '#model/query.ts';
import { injected, optionalListener, type RecoveryEvent } from '../kit/injected.ts';
import { valuesIn } from './filters.ts';

/** The project and affiliates whose values are listed, and the filters that are set. */
export type OptionsScope = Pick<Query, 'project' | 'affiliates' | 'offerIds' | 'filters'>;
type OptionsRequest = Pick<OptionsScope, 'project' | 'affiliates'> & { group: FilterGroup };

type Context = {
  scope: OptionsScope;
  group: FilterGroup | null;
  values: FilterValue[];
  /** The names of values that are ids, as far as they are known. */
  names: Record<string, string>;
  problem: Problem | null;
  /** The stored countries; they are shown until the values are loaded. */
  countries: string[];
};
type Event =
  | { type: 'group.open'; group: FilterGroup }
  | { type: 'group.close' }
  | { type: 'query.change'; query: OptionsScope }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * One group is open at a time: opening another or closing it aborts its request. The values belong to a project and its
 * selected affiliates, so a change of these reads them again. The selection owns the chosen values; if they are ids
 * from an address or a table, their names are read while no group is open. A failed request is retried when the network
 * is back.
 */
export const filterOptionsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: OptionsScope; countries?: string[] };
    tags: 'busy' | 'failed';
    children: { network: 'network'; readValues: 'readValues' };
  },
  actors: {
    network: optionalListener<RecoveryEvent>(),
    readValues: injected<FilterValue[], OptionsRequest>('readValues'),
  },
  actions: {
    keepScope: assign({ scope: (_, params: { query: OptionsScope }) => params.query }),
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
    keepNames: assign({
      names: ({ context }, params: { values: FilterValue[] }) => ({
        ...idsIn(context),
        ...context.names,
        ...namesOf({ group: unnamedGroupIn(context) }, params.values),
      }),
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isElsewhere: ({ context }, params: { query: OptionsScope }) =>
      keyOf(params.query) !== keyOf(context.scope),
    isEmpty: (_, params: { values: FilterValue[] }) => params.values.length === 0,
    hasUnnamed: ({ context }) => unnamedGroupIn(context) !== null,
  },
  delays: { figuresFirst: 300 },
}).createMachine({
  id: 'filterOptions',
  description: 'The values of the open filter group.',
  context: ({ input }) => ({
    scope: input.query,
    group: null,
    values: [],
    names: {},
    problem: null,
    countries: input.countries ?? [],
  }),
  invoke: { id: 'network', src: 'network' },
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
      description: 'No group is open.',
      entry: 'clearGroup',
      initial: 'deciding',
      on: {
        'query.change': {
          target: '.deciding',
          actions: { type: 'keepScope', params: ({ event }) => ({ query: event.query }) },
        },
      },
      states: {
        deciding: { always: [{ guard: 'hasUnnamed', target: 'waiting' }, { target: 'named' }] },
        named: { description: 'Every chosen id has its name.' },
        waiting: {
          description: 'Some chosen ids have no name yet. The figures are requested first.',
          after: { figuresFirst: 'naming' },
        },
        naming: {
          description: 'The names of one group are loading. A value without a name shows its id.',
          invoke: {
            id: 'readValues',
            src: 'readValues',
            input: ({ context }) => requestOf(context, unnamedGroupIn(context)),
            onDone: {
              target: 'deciding',
              actions: { type: 'keepNames', params: ({ event }) => ({ values: event.output }) },
            },
            onError: 'unnamed',
          },
        },
        unnamed: {
          description: 'Names could not be loaded; values show their id.',
          on: { retry: 'waiting', 'network.returned': 'waiting' },
        },
      },
    },
    open: {
      description: 'A group is open.',
      initial: 'loading',
      on: {
        'group.close': 'closed',
        'query.change': [
          {
            guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
            target: '.loading',
            reenter: true,
            actions: { type: 'keepScope', params: ({ event }) => ({ query: event.query }) },
          },
          { actions: { type: 'keepScope', params: ({ event }) => ({ query: event.query }) } },
        ],
      },
      states: {
        loading: {
          description: 'The values are loading.',
          tags: 'busy',
          entry: 'expectValues',
          on: { 'network.returned': { target: 'loading', reenter: true } },
          invoke: {
            id: 'readValues',
            src: 'readValues',
            input: ({ context }) => requestOf(context, context.group),
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
        empty: { description: 'No event of the last 90 days has a value; one can be typed.' },
        failed: {
          description: 'The values could not be loaded; one can be typed.',
          tags: 'failed',
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
      },
    },
  },
});

export type FilterOptionsActor = ActorRefFrom<typeof filterOptionsMachine>;
export type FilterOptionsSnapshot = SnapshotFrom<typeof filterOptionsMachine>;

const keyOf = ({ project, affiliates }: OptionsScope): string =>
  JSON.stringify([project, affiliates.map(({ id }) => id)]);

/** The name of a value, or its id when the name is unknown. */
export const nameIn = (names: Context['names'], group: FilterGroup, value: string): string =>
  names[`${group} ${value}`] ?? value;

const namesOf = (
  { group }: Pick<Context, 'group'>,
  values: FilterValue[],
): Record<string, string> =>
  Object.fromEntries(
    values
      .filter(({ value, label }) => label !== value)
      .map(({ value, label }) => [`${group} ${value}`, label]),
  );

/** The groups whose values are ids with names. */
const idGroups: readonly FilterGroup[] = [
  ...levels,
  ...filterGroups.filter((group) => namesOfValues(group) === 'offer'),
];

const chosenIn = ({ scope: { offerIds, filters } }: Context, group: FilterGroup): string[] =>
  valuesIn({ offerIds, filters, countries: [] }, group).map(bareValue);

/** The first group with a chosen id whose name is unknown. */
const unnamedGroupIn = (context: Context): FilterGroup | null =>
  idGroups.find((group) =>
    chosenIn(context, group).some((value) => context.names[`${group} ${value}`] === undefined),
  ) ?? null;

/** The ids of that group as their own names, so that an id without a name is requested only once. */
function idsIn(context: Context): Record<string, string> {
  const group = unnamedGroupIn(context);
  const ids = group ? chosenIn(context, group) : [];
  return Object.fromEntries(ids.map((value) => [`${group} ${value}`, value]));
}

function requestOf(
  { scope: { project, affiliates } }: Context,
  group: FilterGroup | null,
): OptionsRequest {
  if (group) return { project, affiliates, group };
  throw new Error('Values were asked for without a group.');
}
