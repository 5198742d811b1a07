import { createActor, fromCallback, fromPromise } from 'xstate';
import { type RecalledState, sessionMachine } from '#machines/app/session.ts';
import { inviteMachine } from '#machines/auth/invite.ts';
import { Invite } from '#views/auth/Invite.tsx';
import { invitePlan } from '../../plans/auth/invite.ts';
import { sceneOf } from '../../scene.ts';
import { placeAt, testNavigation, withActors } from '../../stub-machines.ts';

/** A signed-out session, which receives the sign-in and sign-out events of the invite page. */
const session = createActor(
  sessionMachine.provide({
    actors: {
      recall: fromPromise<RecalledState, void>(async () => ({
        facts: {},
        preferences: { theme: 'system', density: 'comfortable' },
      })),
      tabs: fromCallback(() => {}),
      navigation: testNavigation(placeAt('/invite/7f3a')).machine,
    },
  }),
).start();

export const inviteScene = sceneOf(inviteMachine, invitePlan, {
  provide: withActors,
  view: (actor) => <Invite actor={actor} session={session} />,
});
