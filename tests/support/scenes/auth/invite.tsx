import { createActor, fromCallback, fromPromise } from 'xstate';
import { type Recollection, sessionMachine } from '#machines/app/session.ts';
import { inviteMachine } from '#machines/auth/invite.ts';
import { Invite } from '#views/auth/Invite.tsx';
import { invitePlan } from '../../plans/auth/invite.ts';
import { sceneOf } from '../../scene.ts';
import { navigationStage, placeAt, recast } from '../../stage.tsx';

/** The session here is signed out: signing in or out on the page of an invite goes to it. */
const session = createActor(
  sessionMachine.provide({
    actors: {
      recall: fromPromise<Recollection, void>(async () => ({
        facts: {},
        preferences: { theme: 'system', density: 'comfortable' },
      })),
      tabs: fromCallback(() => {}),
      navigation: navigationStage(placeAt('/invite/7f3a')).machine,
    },
  }),
).start();

export const inviteScene = sceneOf(inviteMachine, invitePlan, {
  cast: recast,
  view: (actor) => <Invite actor={actor} session={session} />,
});
