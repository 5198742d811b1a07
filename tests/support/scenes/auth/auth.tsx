import { createActor, fromCallback, fromPromise } from 'xstate';
import { sessionMachine } from '#machines/app/session.ts';
import { authMachine } from '#machines/auth/auth.ts';
import { inviteMachine } from '#machines/auth/invite.ts';
import { signUpMachine } from '#machines/auth/sign-up.ts';
import { nothingTyped } from '#machines/auth/sign-up-model.ts';
import { submissionOf } from '#machines/kit/submission.ts';
import { AuthPage } from '#views/auth/Auth.tsx';
import { invitation } from '../../auth.ts';
import { authPlan } from '../../plans/auth/auth.ts';
import { sceneOf } from '../../scene.ts';
import { authStage, recast } from '../../stage.tsx';

const pages = {
  ...authStage.implementations.actors,
  signUp: signUpMachine.provide({
    actors: {
      address: fromCallback(() => {}),
      recallDraft: fromPromise(async () => nothingTyped),
    },
  }),
  verification: submissionOf<string, string>(),
  forgotten: submissionOf<string, string>(),
  reset: submissionOf<string, string>(),
  invite: inviteMachine.provide({
    actors: { readInvitation: fromPromise(async () => invitation) },
  }),
} as Parameters<typeof recast>[1];

export const authScene = sceneOf(authMachine, authPlan, {
  cast: (machine, { fetchEntrance }) =>
    recast(machine, { ...pages, ...(fetchEntrance ? { fetchEntrance } : {}) }),
  view: (actor) => <AuthPage actor={actor} session={createActor(sessionMachine)} />,
});
