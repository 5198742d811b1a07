import type { AnyActorRef, StateValue } from 'xstate';
import { type Live, survey } from './running-machines.ts';

type PlainSnapshot = Pick<Live, 'machine' | 'value' | 'tags' | 'status'>;

/** The machine to wait for, and its state or tag. A longer path takes precedence over an id. */
export type Wanted = {
  /** The id of a machine, or the end of its path: `totals`, `dashboard/totals`. */
  machine: string;
  /** A state, with dots between parents and children: `ready.fresh`. */
  state?: string;
  tag?: string;
};

/** What external tools can read of the running app: they wait for states instead of times. */
export type Handle = {
  /** The root's value and tags. */
  readonly value: StateValue;
  readonly tags: string[];
  /** Every running machine by its path. */
  readonly children: Record<string, PlainSnapshot>;
  /** Resolves with the path of the machine; rejects after `timeout` with the current states. */
  waitFor(
    wanted: Wanted | ((handle: Handle) => boolean),
    options?: { timeout?: number },
  ): Promise<string>;
};

/** The default timeout, long enough for any page. */
const patience = 30_000;

export function handleOf(root: AnyActorRef): Handle {
  const handle: Handle = {
    get value() {
      return root.getSnapshot().value;
    },
    get tags() {
      return [...root.getSnapshot().tags].sort();
    },
    get children() {
      return Object.fromEntries(
        survey(root).map(({ path, machine, value, tags, status }) => [
          path,
          { machine, value, tags, status },
        ]),
      );
    },
    waitFor(wanted, { timeout = patience } = {}) {
      const found = (): string | undefined =>
        typeof wanted === 'function'
          ? wanted(handle)
            ? root.getSnapshot().machine.id
            : undefined
          : survey(root).find((live) => fits(live, wanted))?.path;
      return new Promise((resolve, reject) => {
        const look = () => {
          const path = found();
          if (path === undefined) return;
          stop();
          resolve(path);
        };
        // The inspector reports a transition before its snapshot can be read.
        const watching = root.system.inspect(() => queueMicrotask(look));
        const late = setTimeout(() => {
          stop();
          const there = JSON.stringify(statesIn(root));
          reject(new Error(`Waited ${timeout} ms for ${nameOf(wanted)}; there is ${there}`));
        }, timeout);
        const stop = () => {
          watching.unsubscribe();
          clearTimeout(late);
        };
        look();
      });
    },
  };
  return handle;
}

function fits(live: Live, { machine, state, tag }: Wanted): boolean {
  const isMeant = live.machine === machine || `/${live.path}`.endsWith(`/${machine}`);
  return (
    isMeant &&
    (state === undefined || isWithin(live.value, state.split('.'))) &&
    (tag === undefined || live.tags.includes(tag))
  );
}

/** Whether a value is this state or a child of it. */
function isWithin(value: StateValue, [first = '', ...rest]: string[]): boolean {
  if (typeof value === 'string') return value === first && rest.length === 0;
  const inner = value[first];
  if (inner === undefined) return false;
  return rest.length === 0 || isWithin(inner, rest);
}

const statesIn = (root: AnyActorRef) =>
  Object.fromEntries(survey(root).map(({ path, value }) => [path, value]));

const nameOf = (wanted: unknown) =>
  typeof wanted === 'function' ? 'what was asked' : JSON.stringify(wanted);
