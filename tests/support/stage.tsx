import { type AnyActorLogic, type AnyStateMachine, fromCallback, fromPromise } from 'xstate';
import type { Answer, Question, TableQuestion } from '#contract/query.ts';
import type { CcData, GraphPoint, RcData, Table } from '#contract/report.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { dashboardMachine } from '#machines/dashboard.ts';
import { loaderOf } from '#machines/loader.ts';
import { navigationMachine } from '#machines/navigation.ts';
import { detourFor, type Place } from '#machines/routes.ts';
import { selectionMachine } from '#machines/selection.ts';
import { workspaceMachine } from '#machines/workspace.ts';
import { answered, clicks, graph, row, settings, table, totals } from './samples.ts';

/** 15:14 on 20 November 2026 in New York. */
const now = Date.parse('2026-11-20T20:14:00Z');

/** Enough campaigns for three pages of ten. */
const manyRows: Table = {
  ...table,
  rows: [
    row,
    ...Array.from({ length: 24 }, (_, index) => ({
      ...row,
      key: `c${index}`,
      label: `Campaign ${index + 1}`,
      server_revenue: 800 - index,
    })),
  ],
};

const always = <Data, Asked = Question>(data: Data) =>
  fromPromise<Answer<Data>, { query: Asked }>(async () => answered(data));

/** The app's inner machines with answers that come at once, for whoever looks at what lies around them. */
export const rowsStage = loaderOf<Table, TableQuestion>().provide({
  actors: { load: always<Table, TableQuestion>(manyRows) },
});

const breakdownStage = breakdownMachine.provide({ actors: { rows: rowsStage } });

export const dashboardChildren = {
  totals: loaderOf<RcData, Question>().provide({ actors: { load: always(totals) } }),
  clicks: loaderOf<CcData, Question>().provide({ actors: { load: always(clicks) } }),
  graph: loaderOf<GraphPoint[], Question>().provide({ actors: { load: always(graph) } }),
  breakdown: breakdownStage,
};

export const dashboardStage = dashboardMachine.provide({ actors: dashboardChildren });

/** A selection whose clock never speaks: it asks for nothing by itself. */
export const silentSelection = selectionMachine.provide({
  actors: { clock: fromCallback(() => {}) },
});

export const selectionStage = selectionMachine.provide({
  actors: {
    clock: fromCallback(({ sendBack }) => sendBack({ type: 'clock.tick', now })),
  },
});

export const workspaceStage = workspaceMachine.provide({
  actors: {
    selection: selectionStage,
    dashboard: dashboardStage,
    readSettings: fromPromise(async () => settings),
  },
});

/** Navigation over an address bar that a test types into. */
export function navigationStage(start: Place) {
  let say: ((place: Place) => void) | undefined;
  const detours: string[] = [];
  return {
    detours,
    visit: (place: Place) => say?.(place),
    machine: navigationMachine.provide({
      actors: {
        location: fromCallback(({ sendBack }) => {
          say = (place) => sendBack({ type: 'location.changed', place });
          say(start);
        }),
      },
      actions: {
        detour: (_, { place, audience }) => {
          const detour = detourFor(place, audience);
          if (detour === null) return;
          detours.push(detour);
          say?.(placeAt(detour));
        },
      },
    }),
  };
}

export const placeAt = (path: string): Place => ({ path, search: '', hash: '' });

/** The same machine with other actors: the types of a machine with scripted actors say nothing a test needs. */
export const recast = (machine: AnyStateMachine, actors: Record<string, AnyActorLogic>) =>
  machine.provide({ actors });
