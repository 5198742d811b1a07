import fc from 'fast-check';
import { type AnyActorRef, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { workspaceMachine } from '#machines/app/workspace.ts';
import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { machineBy } from '#machines/kit/injected.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { queryOf } from '#machines/selection/selection-model.ts';
import type { Query, ReportResponse } from '#model/query.ts';
import { answered, member, settings } from '../../support/samples.ts';
import {
  dashboardChildren,
  stubbedFilterOptions,
  stubbedSelection,
  stubbedTableRecall,
} from '../../support/stub-machines.ts';
import { judge, type Verdict } from '../support/verdict.ts';

type Tagged = { query: string };
type RequestInput = { query: object };
/** How a server treats one request: in time, with a failure, or without noticing its abort. */
type Manner = 'answers' | 'fails' | 'deaf';
type Act = (
  selection: SelectionActor,
  session: { clock: SimulatedClock; dashboard: AnyActorRef },
) => void;

/** A loader that shows whatever arrives first, like a client without aborts. */
export type SelectionFault = 'mixed-up';

const choices: Act[] = [
  (selection) => selection.send({ type: 'project.choose', project: 7 }),
  (selection) => selection.send({ type: 'project.choose', project: 8 }),
  (selection) => selection.send({ type: 'affiliates.choose', affiliates: [4] }),
  (selection) => selection.send({ type: 'range.choose', range: 'yesterday' }),
  (selection) => selection.send({ type: 'range.choose', range: 'last_7_days' }),
  (selection) => selection.send({ type: 'comparison.switch' }),
  (selection) => selection.send({ type: 'browserConversions.set', on: true }),
  (selection) =>
    selection.send({ type: 'filter.choose', group: 'utm_source', values: ['facebook'] }),
  (selection) => selection.send({ type: 'filters.clear' }),
  (selection) => selection.send({ type: 'filters.restore' }),
  (selection) => selection.send({ type: 'model.choose', model: 'linear' }),
  (selection) => selection.send({ type: 'view.open', opening: { project: 7, timezone: 'UTC' } }),
  (selection) => selection.send({ type: 'page.changed' }),
  (_, { clock }) => void clock.increment(60_000),
  (_, { dashboard }) => {
    for (const loader of loadersOf(dashboard)) loader.send({ type: 'retry' });
  },
];
const shown = ['totals', 'clicks', 'graph'] as const;

const plans = fc.record({
  acts: fc.array(fc.constantFrom(...choices), { minLength: 2, maxLength: 8 }),
  manners: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Manner>('answers') },
      { weight: 1, arbitrary: fc.constant<Manner>('fails') },
      { weight: 1, arbitrary: fc.constant<Manner>('deaf') },
    ),
    { minLength: 1, maxLength: 12 },
  ),
  scheduler: fc.scheduler(),
});

/**
 * Changes of the selection, slow answers, failures, refreshes and aborts in every order over the real machines: the
 * shown figures always belong to the last selection, an aborted request shows no problem, and no request is left
 * running at the end.
 */
export async function latestSelectionRig(
  { runs, seed }: { runs: number; seed: number },
  faults: readonly SelectionFault[] = [],
): Promise<Verdict> {
  let requestCount = 0;
  let checks = 0;
  let stale = 0;
  let misled = 0;
  let running = 0;
  let answer: Answerer = () => Promise.reject(down);
  const machine = workspaceOver((name, asking) => answer(name, asking));

  await fc.assert(
    fc.asyncProperty(plans, async ({ acts, manners, scheduler }) => {
      answer = answersFrom(
        scheduler,
        () => manners[requestCount++ % manners.length] ?? 'answers',
        faults,
      );
      const clock = new SimulatedClock();
      const workspace = createActor(machine, { input: { member, facts: {} }, clock }).start();
      workspace.send({ type: 'page.entered', screen: 'dashboard' });
      const parts = () => {
        const { selection, screen: dashboard } = workspace.getSnapshot().children;
        if (!selection || !dashboard) throw new Error('The dashboard is not on screen.');
        return { selection, dashboard };
      };
      const check = () => {
        const { selection, dashboard } = parts();
        const wanted = queryOf(selection.getSnapshot().context);
        for (const loader of loadersOf(dashboard)) {
          const { query, answer, problem } = loader.getSnapshot().context;
          checks += 1;
          if (!isAbout(query, wanted)) stale += 1;
          if (answer && answer.data.query !== JSON.stringify(query)) stale += 1;
          if (problem?.message === aborted.message) misled += 1;
        }
      };
      await settled();
      scheduler.scheduleSequence(
        acts.map((act, index) => ({
          label: String(index),
          builder: async () => {
            const { selection, dashboard } = parts();
            act(selection, { clock, dashboard });
            check();
          },
        })),
      );
      while (scheduler.count() > 0) {
        await scheduler.waitOne();
        await settled();
        check();
      }
      const { dashboard } = parts();
      for (const loader of loadersOf(dashboard))
        if (loader.getSnapshot().hasTag('busy')) running += 1;
      workspace.stop();
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );

  return judge(
    { interleavings: runs, requests: requestCount, checks, seed },
    stale > 0 && `${stale} times something was shown that belongs to another selection.`,
    misled > 0 && `${misled} times an aborted request showed a problem.`,
    running > 0 && `${running} loaders went on running.`,
  );
}

const aborted = { kind: 'offline', message: 'The request was aborted.' } as const;
const down = { kind: 'offline', message: 'The server did not answer.' } as const;

type Asking = { query: object; signal: AbortSignal };
type Answerer = (name: string, asking: Asking) => Promise<ReportResponse<Tagged>>;

function answersFrom(
  scheduler: fc.Scheduler,
  mannerOf: () => Manner,
  faults: readonly SelectionFault[],
): Answerer {
  const first = new Map<string, Promise<ReportResponse<Tagged>>>();
  return (name, { query, signal }) => {
    const manner = mannerOf();
    const answer = scheduler.schedule(Promise.resolve(manner), name).then((now) => {
      if (now === 'fails') throw down;
      return answered({ query: JSON.stringify(query) });
    });
    answer.catch(() => {});
    if (faults.includes('mixed-up')) {
      const late = first.get(name) ?? answer;
      first.set(name, answer);
      return late;
    }
    if (manner === 'deaf') return answer;
    const end = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(aborted));
    });
    return Promise.race([answer, end]);
  };
}

/** The real machines over these answers; other data sets stay silent. */
function workspaceOver(answer: Answerer) {
  const loader = (name: string) =>
    loaderOf<Tagged, object>().provide({
      actors: {
        load: fromPromise<ReportResponse<Tagged>, RequestInput>(({ input, signal }) =>
          answer(name, { query: input.query, signal }),
        ),
      },
    }) as never;
  const silent = fromCallback(() => {}) as never;
  const dashboard = dashboardMachine.provide({
    actors: {
      ...Object.fromEntries(Object.keys(dashboardChildren).map((name) => [name, silent])),
      ...Object.fromEntries(shown.map((name) => [name, loader(name)])),
      breakdown: breakdownMachine.provide({
        actors: { recallTable: stubbedTableRecall, rows: loader('rows') },
      }),
    },
  });
  return workspaceMachine.provide({
    actors: {
      selection: stubbedSelection,
      screen: machineBy(() => dashboard),
      filters: stubbedFilterOptions,
      readSettings: fromPromise(async () => settings),
    },
  });
}

type Shown = {
  query: Record<string, unknown>;
  answer: ReportResponse<Tagged> | null;
  problem: { message: string } | null;
};
type Loader = AnyActorRef & {
  getSnapshot(): { context: Shown; hasTag(tag: string): boolean };
};

/** The loaders whose requests this rig answers. */
function loadersOf(dashboard: AnyActorRef): Loader[] {
  const { children } = dashboard.getSnapshot();
  const { rows } = children.breakdown.getSnapshot().children;
  return [...shown.map((name) => children[name]), rows];
}

/** Whether a loader's query contains every part of the selection's. */
const isAbout = (query: Record<string, unknown>, wanted: Query | null): boolean =>
  wanted !== null &&
  Object.entries(wanted).every(
    ([part, value]) => JSON.stringify(query[part]) === JSON.stringify(value),
  );

/** Lets dependent promises run: the longest chain here has a handful. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await null;
}
