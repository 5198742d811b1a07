import {
  type AnyActorLogic,
  type AnyEventObject,
  type CallbackActorLogic,
  createActor,
  type EventObject,
  setup,
} from 'xstate';

/** Runs a listener inside a machine and records its events. */
export function recordedEvents<Report extends EventObject, Input = undefined>(
  listener: CallbackActorLogic<AnyEventObject, Input, Report>,
  ...[input]: Input extends undefined ? [] : [Input]
) {
  const actors: { listener: AnyActorLogic } = { listener };
  const received: AnyEventObject[] = [];
  const actor = createActor(
    setup({
      actors,
      actions: { record: ({ event }) => void received.push(event) },
    }).createMachine({
      initial: 'listening',
      states: {
        listening: {
          invoke: { src: 'listener', input },
          on: { '*': { actions: 'record' }, stop: 'stopped' },
        },
        stopped: {},
      },
    }),
  ).start();
  return { received, stop: () => actor.send({ type: 'stop' }) };
}
