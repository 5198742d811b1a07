import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { HourlyRow } from '#contract/analytics/report.ts';
import { conversionViews, emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ConversionLedger } from '#contract/conversions/schemas.ts';
import { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import { type ConversionsState, conversionsMachine } from '#machines/conversions/conversions.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import type { Question, ReportResponse } from '#model/query.ts';
import { query, screenInput } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

const log: ConversionsState = { view: 'log', filter: emptyLogFilter, isEarning: true, id: null };

/** The screen at an address, whose requests never end. */
function screenAt(state: ConversionsState) {
  const machine = conversionsMachine.provide({
    actors: {
      address: fromCallback(() => {}),
      log: conversionLogMachine.provide({
        actors: { readPage: fromPromise(() => new Promise(() => {})) },
      }),
    },
  });
  const actor = createActor(machine, { input: screenInput }).start();
  const recall = (changed: Partial<ConversionsState>) =>
    actor.send({ type: 'address.recalled', state: { ...state, ...changed } });
  recall({});
  const { children } = actor.getSnapshot();
  return { actor, recall, decision: children.decision };
}

/** Opens the dialog that asks for the reason of a decision. */
function reject({ decision }: ReturnType<typeof screenAt>) {
  decision?.send({ type: 'rows.choose', rows: [{ id: 'cv_1', status: 'pending' }], on: true });
  decision?.send({ type: 'decision.start', to: 'rejected' });
  return () => decision?.getSnapshot().value;
}

describe('a decision about rows of the log', () => {
  it.each<[string, (screen: ReturnType<typeof screenAt>) => void]>([
    [
      'other days',
      ({ actor }) =>
        actor.send({
          type: 'query.change',
          query: { ...query, period: { start: '2026-11-01', end: '2026-11-02' } },
        }),
    ],
    [
      'a filter of the address',
      ({ recall }) => recall({ filter: { ...emptyLogFilter, search: 'ck' } }),
    ],
    [
      'a filter of the log',
      ({ actor }) =>
        actor
          .getSnapshot()
          .children.log?.send({ type: 'filter.change', filter: { status: 'pending' } }),
    ],
    [
      'words that are being typed',
      ({ actor }) =>
        actor.getSnapshot().children.log?.send({ type: 'text.change', text: { search: '10' } }),
    ],
    [
      'other days while another view is on screen',
      ({ actor, recall }) => {
        recall({ view: 'summary' });
        actor.send({ type: 'query.change', query: { ...query, timezone: 'Asia/Tokyo' } });
      },
    ],
  ])('ends with %s', (_, change) => {
    const screen = screenAt(log);
    const state = reject(screen);
    change(screen);
    expect(state()).toBe('idle');
  });
});

describe('a decision about lines of a file', () => {
  const reconcile: ConversionsState = { ...log, view: 'reconcile' };

  it('continues while a detail opens and the log loads for the first time', () => {
    const screen = screenAt(reconcile);
    const state = reject(screen);
    screen.recall({ view: null, id: 'cv_1' });
    screen.recall({ view: 'log' });
    expect(state()).toBe('explaining');
    screen.decision?.send({ type: 'decision.cancel' });
    expect(screen.decision?.getSnapshot().context.selected).toEqual([]);
  });

  it('ends with another project', () => {
    const screen = screenAt(reconcile);
    const state = reject(screen);
    screen.actor.send({ type: 'query.change', query: { ...query, project: 8 } });
    expect(state()).toBe('idle');
  });
});

it.each(['summary', 'ledger'] as const)(
  'reloads the %s when a decision was made or undone',
  (view) => {
    const summary = scriptedRequest<
      ReportResponse<HourlyRow[]>,
      { query: SummaryQuestion; isRefresh?: boolean }
    >();
    const ledger = scriptedRequest<
      ReportResponse<ConversionLedger>,
      { query: Question; isRefresh?: boolean }
    >();
    const machine = conversionsMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        summary: loaderOf<HourlyRow[], SummaryQuestion>().provide({
          actors: { load: summary.logic },
        }),
        ledger: loaderOf<ConversionLedger, Question>().provide({ actors: { load: ledger.logic } }),
      },
    });
    const actor = createActor(machine, { input: screenInput }).start();
    actor.send({ type: 'address.recalled', state: { ...log, view } });
    const { calls } = view === 'summary' ? summary : ledger;
    expect(calls).toHaveLength(1);
    actor.send({ type: 'decision.made' });
    expect(calls).toHaveLength(2);
  },
);

describe('a detail', () => {
  it.each(conversionViews)('opens over the view on screen, which stays unchanged: %s', (view) => {
    const { actor, recall } = screenAt({ ...log, view });
    const behind = actor.getSnapshot().children[view];
    const isOpen = () => actor.getSnapshot().children.detail?.getSnapshot().hasTag('open');
    recall({ view: null, id: 'cv_1' });
    expect([actor.getSnapshot().context.view, isOpen()]).toEqual([view, true]);
    recall({});
    expect([actor.getSnapshot().context.view, isOpen()]).toEqual([view, false]);
    expect(behind).toBeDefined();
    expect(actor.getSnapshot().children[view]).toBe(behind);
  });

  it('of a fresh page opens over the log', () => {
    const { actor } = screenAt({ ...log, view: null, id: 'cv_1' });
    expect(actor.getSnapshot().value).toBe('log');
  });
});
