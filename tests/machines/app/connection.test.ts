import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { connectionMachine } from '#machines/app/connection.ts';
import { recordingParent } from '../../support/recording-parent.ts';

it('reports when the network returns, and nothing while it was never lost', () => {
  const { parent, told } = recordingParent<{ type: 'network.returned' }>();
  const actor = createActor(connectionMachine, { input: { parent } }).start();
  actor.send({ type: 'network.returned' });
  expect(told()).toEqual([]);
  actor.send({ type: 'network.lost' });
  actor.send({ type: 'network.lost' });
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  actor.send({ type: 'network.returned' });
  expect(told()).toEqual([{ type: 'network.returned' }]);
});

/** A connection that probes the server, with the times of its probes in seconds since the start. */
function watching() {
  const { parent, told } = recordingParent<{ type: 'network.returned' }>();
  const clock = new SimulatedClock();
  const requests: number[] = [];
  let isDown = true;
  const actor = createActor(
    connectionMachine.provide({
      actors: {
        pingServer: fromPromise<void, void>(async () => {
          requests.push(clock.now() / 1_000);
          if (isDown) throw new Error('No answer.');
        }),
      },
    }),
    { input: { parent }, clock },
  ).start();
  const pass = async (seconds: number) => {
    for (let past = 0; past < seconds; past += 0.5) {
      clock.increment(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const recover = () => {
    isDown = false;
  };
  return { actor, requests, pass, recover, told };
}

it('probes a silent server in growing pauses, and not once it is back', async () => {
  const { actor, requests, pass, recover } = watching();
  await pass(60);
  expect(requests).toEqual([]);
  actor.send({ type: 'server.missed' });
  await pass(60);
  const pauses = requests.map((at, index) => at - (requests[index - 1] ?? 60));
  expect(pauses[0]).toBe(3);
  expect(pauses.at(-1)).toBe(15);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  recover();
  await pass(20);
  expect(actor.getSnapshot().value).toBe('online');
  const before = requests.length;
  await pass(120);
  expect(requests).toHaveLength(before);
  actor.send({ type: 'server.missed' });
  await pass(3.5);
  expect(requests).toHaveLength(before + 1);
});

it('sends no probe after an answered call, or without a network', async () => {
  const { actor, requests, pass } = watching();
  for (const type of ['server.answered', 'network.lost'] as const) {
    actor.send({ type: 'server.missed' });
    actor.send({ type });
    await pass(60);
  }
  expect(requests).toEqual([]);
});

it('reports a server that answers again', () => {
  const { actor, told } = watching();
  actor.send({ type: 'server.missed' });
  actor.send({ type: 'server.returned' });
  expect(told()).toEqual([{ type: 'network.returned' }]);
});
