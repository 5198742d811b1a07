import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import type { FirstEvents, Question } from '#model/query.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { question } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function start() {
  const { parent, told } = recordingParent<
    { type: 'events.missing' } | { type: 'events.arrived' }
  >();
  const history = scriptedRequest<boolean, { question: Question }>();
  const counted = scriptedRequest<FirstEvents, { question: Question }>();
  const clock = new SimulatedClock();
  const actor = createActor(
    firstEventMachine.provide({
      actors: { readProjectHistory: history.logic, readFirstEvents: counted.logic },
    }),
    { input: { question, parent }, clock },
  ).start();
  return { actor, clock, history, counted, told, value: () => actor.getSnapshot().value };
}

describe('the events that a project receives', () => {
  it('are not polled when the project already has some', async () => {
    const { clock, history, counted, told, value } = start();
    expect(history.calls).toEqual([]);
    clock.increment(500);
    history.answer({ output: true });
    await expect.poll(value).toBe('arrived');
    clock.increment(60_000);
    expect(counted.calls).toEqual([]);
    expect(told()).toEqual([]);
  });

  it('are polled until the first one, which is reported at once', async () => {
    const { actor, clock, history, counted, told, value } = start();
    clock.increment(500);
    history.answer({ output: false });
    await expect.poll(value).toBe('counting');
    expect(told()).toEqual([{ type: 'events.missing' }]);
    counted.answer({ output: { received: 0, collectKey: 'ck_ab' } });
    await expect.poll(value).toBe('waiting');
    expect(actor.getSnapshot().context.arrivals).toEqual({ received: 0, collectKey: 'ck_ab' });
    clock.increment(3_000);
    counted.answer({ output: { received: 1, collectKey: 'ck_ab' } });
    await expect.poll(value).toBe('arrived');
    expect(told()).toEqual([{ type: 'events.missing' }, { type: 'events.arrived' }]);
  });
});
