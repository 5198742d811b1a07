import { createActor, fromCallback, fromPromise } from 'xstate';
import { sessionMachine } from '#machines/app/session.ts';
import { authMachine } from '#machines/auth/auth.ts';
import { inviteMachine } from '#machines/auth/invite.ts';
import { signUpMachine } from '#machines/auth/sign-up.ts';
import { emptyDraft } from '#machines/auth/sign-up-model.ts';
import { submissionOf } from '#machines/kit/submission.ts';
import { AuthPage } from '#views/auth/Auth.tsx';
import { invitation } from '../../auth.ts';
import { authPlan } from '../../plans/auth/auth.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedAuth, withActors } from '../../stub-machines.ts';

const pages = {
  ...stubbedAuth.implementations.actors,
  signUp: signUpMachine.provide({
    actors: {
      address: fromCallback(() => {}),
      recallDraft: fromPromise(async () => emptyDraft),
    },
  }),
  verification: submissionOf<string, string>(),
  forgotten: submissionOf<string, string>(),
  reset: submissionOf<string, string>(),
  invite: inviteMachine.provide({
    actors: { readInvitation: fromPromise(async () => invitation) },
  }),
} as Parameters<typeof withActors>[1];

export const authScene = sceneOf(authMachine, authPlan, {
  provide: (machine, { fetchPages }) =>
    withActors(machine, { ...pages, ...(fetchPages ? { fetchPages } : {}) }),
  view: (actor) => <AuthPage actor={actor} session={createActor(sessionMachine)} />,
});
