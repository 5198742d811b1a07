import { type AnyStateMachine, createMachine } from 'xstate';

type Transition = { target?: string; [key: string]: unknown };
type Table = Record<string, Transition[]>;
type Invoked = { id: string; onDone: Transition[]; onError: Transition[] };
type Config = {
  on: Table;
  after: Table;
  always: Transition[];
  invoke: Invoked[];
  states: Record<string, Config>;
};

/** A branch in a configuration; `cause` is its event as the drawing names it. */
type Branch = { cause: string; list: Transition[]; at: number };

/** A copy of a machine's own configuration, to be changed like its file. */
export function editableCopy(machine: AnyStateMachine) {
  const config = copyOf(machine.config);
  return {
    config,
    branches: branchesIn(config),
    created: (): AnyStateMachine =>
      createMachine(config as never, machine.implementations as never) as AnyStateMachine,
  };
}

/** Renames an event everywhere in the machine. */
export function renameEvent({ on, states }: Config, event: string, name: string) {
  const { [event]: received } = on;
  if (received) {
    delete on[event];
    on[name] = received;
  }
  for (const state of Object.values(states)) renameEvent(state, event, name);
}

/** A list even where a configuration has one transition, so that all are changed alike. */
function copyOf(config: object): Config {
  const { on, after, always, invoke, states, ...rest } = config as Record<string, unknown>;
  return {
    ...rest,
    on: mapped(on, listed),
    after: mapped(after, listed),
    always: listed(always),
    invoke: [invoke ?? []].flat().map((one) => {
      const { onDone, onError, ...invoked } = one as { id: string } & Record<string, unknown>;
      return { ...invoked, onDone: listed(onDone), onError: listed(onError) };
    }),
    states: mapped(states, (state) => copyOf(state as object)),
  };
}

const listed = (transitions: unknown): Transition[] =>
  [transitions ?? []]
    .flat()
    .map((one) => (typeof one === 'string' ? { target: one } : (one as Transition)));

const mapped = <Out>(table: unknown, change: (one: unknown) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(table ?? {}).map(([key, one]) => [key, change(one)]));

function branchesIn({ on, after, always, invoke, states }: Config): Branch[] {
  const each = (cause: string, list: Transition[]) => list.map((_, at) => ({ cause, list, at }));
  return [
    ...Object.entries(on).flatMap(([event, list]) => each(event, list)),
    ...Object.entries(after).flatMap(([delay, list]) => each(`after ${delay}`, list)),
    ...each('always', always),
    ...invoke.flatMap(({ id, onDone, onError }) => [
      ...each(`✓ ${id}`, onDone),
      ...each(`✗ ${id}`, onError),
    ]),
    ...Object.values(states).flatMap(branchesIn),
  ];
}
