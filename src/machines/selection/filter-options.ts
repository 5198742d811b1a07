import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { bareValue } from '#contract/analytics/filter-value.ts';
import type { FilterGroup } from '#contract/analytics/report-query.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { FilterValue, Query } from '#model/query.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';
import { valuesIn } from './filters.ts';

/** Whose values are listed, and which of them are set. */
export type Listed = Pick<Query, 'project' | 'affiliates' | 'offerIds' | 'filters'>;
type Asked = Pick<Listed, 'project' | 'affiliates'> & { group: FilterGroup };

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
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * The values that one filter group can be narrowed to, read when somebody opens it.
 *
 * One group is open at a time: opening another or closing it ends its request. The values are those of a project
 * and its chosen affiliates, so another choice of these reads them again. What is chosen is kept by the selection;
 * where it is ids that an address or a table brought along, their names are read while no group is open. What failed is
 * asked for again once the network is back.
 */
export const filterOptionsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: Listed; countries?: string[] };
    tags: 'busy' | 'failed';
    children: { network: 'network'; readValues: 'readValues' };
  },
  actors: {
    network: optionalListener<Recovery>(),
    readValues: injected<FilterValue[], Asked>('readValues'),
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
    keepNames: assign({
      names: ({ context }, params: { values: FilterValue[] }) => ({
        ...idsIn(context),
        ...context.names,
        ...namesOf({ group: namelessIn(context) }, params.values),
      }),
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Listed }) =>
      keyOf(params.query) !== keyOf(context.listed),
    isEmpty: (_, params: { values: FilterValue[] }) => params.values.length === 0,
    hasNameless: ({ context }) => namelessIn(context) !== null,
  },
  delays: { figuresFirst: 300 },
}).createMachine({
  id: 'filterOptions',
  description: 'The values of the filter group that is open.',
  context: ({ input }) => ({
    listed: input.query,
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
      description: 'No group is open, so no values are asked for.',
      entry: 'clearGroup',
      initial: 'deciding',
      on: {
        'query.change': {
          target: '.deciding',
          actions: { type: 'keepListed', params: ({ event }) => ({ query: event.query }) },
        },
      },
      states: {
        deciding: { always: [{ guard: 'hasNameless', target: 'waiting' }, { target: 'named' }] },
        named: { description: 'What is set has its names.' },
        waiting: {
          description: 'Ids are set that have no name yet. The figures are asked for first.',
          after: { figuresFirst: 'naming' },
        },
        naming: {
          description: 'The names of one group are read. What has none goes by its id.',
          invoke: {
            id: 'readValues',
            src: 'readValues',
            input: ({ context }) => askedOf(context, namelessIn(context)),
            onDone: {
              target: 'deciding',
              actions: { type: 'keepNames', params: ({ event }) => ({ values: event.output }) },
            },
            onError: 'nameless',
          },
        },
        nameless: {
          description: 'Names could not be read; what has none goes by its id.',
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
            actions: { type: 'keepListed', params: ({ event }) => ({ query: event.query }) },
          },
          { actions: { type: 'keepListed', params: ({ event }) => ({ query: event.query }) } },
        ],
      },
      states: {
        loading: {
          description: 'Its values are on their way.',
          tags: 'busy',
          entry: 'expectValues',
          on: { 'network.returned': { target: 'loading', reenter: true } },
          invoke: {
            id: 'readValues',
            src: 'readValues',
            input: ({ context }) => askedOf(context, context.group),
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
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
      },
    },
  },
});

export type FilterOptionsActor = ActorRefFrom<typeof filterOptionsMachine>;
export type FilterOptionsSnapshot = SnapshotFrom<typeof filterOptionsMachine>;

const keyOf = ({ project, affiliates }: Listed): string =>
  JSON.stringify([project, affiliates.map(({ id }) => id)]);

/** The name of a value among those that were read; an id stands for itself. */
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

/** Groups whose values are ids, which people know by names. */
const named: readonly FilterGroup[] = ['campaign_id', 'adset_id', 'ad_id', 'offer_id'];

const setIn = ({ listed: { offerIds, filters } }: Context, group: FilterGroup): string[] =>
  valuesIn({ offerIds, filters, countries: [] }, group).map(bareValue);

/** The first group with an id that nobody named yet. */
const namelessIn = (context: Context): FilterGroup | null =>
  named.find((group) =>
    setIn(context, group).some((value) => context.names[`${group} ${value}`] === undefined),
  ) ?? null;

/** The ids of that group by themselves: what has no name is asked for once. */
function idsIn(context: Context): Record<string, string> {
  const group = namelessIn(context);
  const ids = group ? setIn(context, group) : [];
  return Object.fromEntries(ids.map((value) => [`${group} ${value}`, value]));
}

function askedOf({ listed: { project, affiliates } }: Context, group: FilterGroup | null): Asked {
  if (group) return { project, affiliates, group };
  throw new Error('Values were asked for without a group.');
}
