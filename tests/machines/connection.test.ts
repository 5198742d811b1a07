import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { connectionMachine } from '#machines/connection.ts';
import { recorder } from '../support/recorder.ts';

it('reports a network that is back, and nothing while there was one all along', () => {
  const { parent, told } = recorder<{ type: 'network.returned' }>();
  const actor = createActor(connectionMachine, { input: { parent } }).start();
  actor.send({ type: 'network.returned' });
  expect(told()).toEqual([]);
  actor.send({ type: 'network.lost' });
  actor.send({ type: 'network.lost' });
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  actor.send({ type: 'network.returned' });
  expect(told()).toEqual([{ type: 'network.returned' }]);
});
