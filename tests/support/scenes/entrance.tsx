import { createActor, fromCallback, fromPromise } from 'xstate';
import { entranceMachine } from '#machines/entrance.ts';
import { inviteMachine } from '#machines/invite.ts';
import { sessionMachine } from '#machines/session.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { nothingTyped } from '#machines/sign-up-rules.ts';
import { submissionOf } from '#machines/submission.ts';
import { EntrancePage } from '#views/entrance/Entrance.tsx';
import { invitation } from '../entrance.ts';
import { entrancePlan } from '../plans/entrance.ts';
import { sceneOf } from '../scene.ts';
import { entranceStage, recast } from '../stage.tsx';

const pages = {
  ...entranceStage.implementations.actors,
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

export const entranceScene = sceneOf(entranceMachine, entrancePlan, {
  cast: (machine, { fetchEntrance }) =>
    recast(machine, { ...pages, ...(fetchEntrance ? { fetchEntrance } : {}) }),
  view: (actor) => <EntrancePage actor={actor} session={createActor(sessionMachine)} />,
});
