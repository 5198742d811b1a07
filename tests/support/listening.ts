import {
  type AnyEventObject,
  type CallbackActorLogic,
  createActor,
  type EventObject,
  setup,
} from 'xstate';

/** Runs a listener inside a machine and keeps what it reports. */
export function reports<Report extends EventObject>(
  listener: CallbackActorLogic<AnyEventObject, undefined, Report>,
) {
  const heard: AnyEventObject[] = [];
  const actor = createActor(
    setup({
      actors: { listener },
      actions: { hear: ({ event }) => void heard.push(event) },
    }).createMachine({
      initial: 'listening',
      states: {
        listening: {
          invoke: { src: 'listener' },
          on: { '*': { actions: 'hear' }, stop: 'stopped' },
        },
        stopped: {},
      },
    }),
  ).start();
  return { heard, stop: () => actor.send({ type: 'stop' }) };
}
