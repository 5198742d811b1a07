import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { type EntranceSnapshot, entranceMachine } from '#machines/entrance.ts';
import { inviteMachine } from '#machines/invite.ts';
import { sessionMachine } from '#machines/session.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { nothingTyped } from '#machines/sign-up-rules.ts';
import { submissionOf } from '#machines/submission.ts';
import { EntrancePage } from '#views/entrance/Entrance.tsx';
import { invitation } from '../support/entrance.ts';
import { entranceGestures } from '../support/gestures/entrance.ts';
import { entrancePlan } from '../support/plans/entrance.ts';
import { entranceStage, recast } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

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

const headings: Record<string, RegExp> = {
  signUp: /^Create your account$/,
  verification: /^Confirm your address$/,
  forgotten: /^Forgot your password\?$/,
  reset: /^Choose a new password$/,
  invite: /^Join /,
  document: /^Our terms$/,
};

/** Each page by its heading; while none is there, that one is on its way or did not come. */
function sees(state: EntranceSnapshot) {
  const heading = headings[String(state.value)];
  const title = screen.queryByRole('heading', { level: 1 })?.textContent ?? '';
  expect(title).toMatch(heading ?? /^$/);
  expect(screen.queryByRole('alert') !== null).toBe(state.matches('unfetched'));
  if (!heading && !state.hasTag('failed')) {
    expect(screen.getByRole('status').textContent).toBe('Opening');
  }
}

walkViewed(entranceMachine, entrancePlan, {
  cast: (machine, { fetchEntrance }) =>
    recast(machine, { ...pages, ...(fetchEntrance ? { fetchEntrance } : {}) }),
  view: (actor) => <EntrancePage actor={actor} session={createActor(sessionMachine)} />,
  gestures: entranceGestures,
  sees,
});
