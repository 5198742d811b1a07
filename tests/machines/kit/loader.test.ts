import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { RcData } from '#contract/analytics/report.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { Question, ReportResponse } from '#model/query.ts';
import { answered, lastWeek, offline, question, totals } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function start() {
  const load = scriptedRequest<ReportResponse<RcData>, { query: Question }>();
  const clock = new SimulatedClock();
  const actor = createActor(
    loaderOf<RcData, Question>().provide({ actors: { load: load.logic } }),
    {
      input: { query: question },
      clock,
    },
  ).start();
  return { actor, load, clock };
}

describe('a loader', () => {
  it('keeps the old figures with the reason when a refresh fails, then retries by itself', async () => {
    const { actor, load, clock } = start();
    load.answer({ output: answered(totals) });
    await waitFor(actor, (state) => state.matches({ ready: 'fresh' }), { timeout: 15_000 });

    clock.increment(60_000);
    expect(actor.getSnapshot().matches({ ready: 'refreshing' })).toBe(true);
    load.answer({ error: offline });
    await waitFor(actor, (state) => state.matches({ ready: 'stale' }), { timeout: 15_000 });
    expect(actor.getSnapshot().context).toMatchObject({
      answer: answered(totals),
      problem: offline,
    });

    clock.increment(60_000);
    load.answer({ output: answered({ ...totals, conversions: 213 }) });
    await waitFor(actor, (state) => state.matches({ ready: 'fresh' }), { timeout: 15_000 });
    expect(actor.getSnapshot().context.answer?.data.conversions).toBe(213);
    expect(actor.getSnapshot().context.problem).toBeNull();
  });

  it.each([
    ['there is a network again', 'network.returned'],
    ['what it counts was changed', 'figures.changed'],
  ] as const)('reloads as soon as %s, in any state', async (_, type) => {
    const { actor, load } = start();
    const states = [
      { shown: { ready: 'refreshing' }, answer: { output: answered(totals) } },
      { shown: { empty: 'refreshing' }, answer: { output: answered(totals, 'quiet') } },
      { shown: 'loading', answer: { error: offline } },
    ] as const;
    for (const { shown, answer } of states) {
      load.answer(answer);
      await waitFor(actor, (state) => !state.hasTag('busy'), { timeout: 15_000 });
      actor.send({ type });
      expect(actor.getSnapshot().value).toEqual(shown);
    }
    actor.send({ type });
    expect(load.calls).toHaveLength(5);
  });

  it('aborts the request when it is stopped, and never shows its answer', async () => {
    const requests: {
      query: Question;
      signal: AbortSignal;
      resolve: (data: ReportResponse<RcData>) => void;
    }[] = [];
    const load = fromPromise<ReportResponse<RcData>, { query: Question }>(
      ({ input, signal }) =>
        new Promise((resolve) => {
          requests.push({ ...input, signal, resolve });
        }),
    );
    const actor = createActor(loaderOf<RcData, Question>().provide({ actors: { load } }), {
      input: { query: question },
    }).start();
    actor.send({ type: 'query.change', query: lastWeek });
    expect(requests.map(({ query, signal }) => [query, signal.aborted])).toEqual([
      [question, true],
      [lastWeek, false],
    ]);

    requests[0]?.resolve(answered({ ...totals, conversions: 1 }));
    requests[1]?.resolve(answered({ ...totals, conversions: 2 }));
    await waitFor(actor, (state) => state.matches('ready'), { timeout: 15_000 });
    expect(actor.getSnapshot().context.answer?.data.conversions).toBe(2);
  });

  it('does not start over for the same query', async () => {
    const { actor, load } = start();
    load.answer({ output: answered(totals) });
    await waitFor(actor, (state) => state.matches('ready'), { timeout: 15_000 });
    actor.send({ type: 'query.change', query: { ...question } });
    expect(actor.getSnapshot().matches({ ready: 'fresh' })).toBe(true);
    expect(load.calls).toHaveLength(1);
  });

  it('keeps its rows on screen until a refined query is answered', async () => {
    const { actor, load } = start();
    load.answer({ output: answered(totals) });
    await waitFor(actor, (state) => state.matches('ready'), { timeout: 15_000 });
    actor.send({ type: 'query.refine', query: lastWeek });
    expect(actor.getSnapshot().matches({ ready: 'refreshing' })).toBe(true);
    expect(actor.getSnapshot().context.answer).toEqual(answered(totals));
    expect(load.calls.at(-1)).toEqual({ query: lastWeek, isRefresh: true });
    actor.send({ type: 'query.refine', query: question });
    load.answer({ output: answered({ ...totals, conversions: 213 }) });
    await waitFor(actor, (state) => state.matches({ ready: 'fresh' }), { timeout: 15_000 });
    expect(load.calls).toHaveLength(3);
    expect(actor.getSnapshot().context.answer?.data.conversions).toBe(213);
  });

  it('fails when it has nothing to show, and starts again on retry', async () => {
    const { actor, load } = start();
    load.answer({ error: new Error('not a problem') });
    await waitFor(actor, (state) => state.matches('failed'), { timeout: 15_000 });
    expect(actor.getSnapshot().context.problem?.kind).toBe('unexpected');
    actor.send({ type: 'retry' });
    expect(actor.getSnapshot().matches('loading')).toBe(true);
    expect(actor.getSnapshot().context.problem).toBeNull();
  });

  it('shows new figures on an empty screen', async () => {
    const { actor, load, clock } = start();
    load.answer({ output: answered(totals, 'unconfigured') });
    await waitFor(actor, (state) => state.matches('empty'), { timeout: 15_000 });
    clock.increment(60_000);
    load.answer({ output: answered(totals) });
    await waitFor(actor, (state) => state.matches({ ready: 'fresh' }), { timeout: 15_000 });
  });
});
