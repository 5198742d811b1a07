import { screen } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import type { InviteSnapshot } from '#machines/auth/invite.ts';
import { inviteGestures } from '../../support/gestures/auth/invite.ts';
import { inviteScene } from '../../support/scenes/auth/invite.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by its heading and by a person's actions there. */
function sees(state: InviteSnapshot) {
  const heading = screen.queryByRole('heading', { level: 1 })?.textContent ?? null;
  const named = (name: RegExp) => screen.queryByRole('button', { name }) !== null;
  const page = document.querySelector('[aria-busy]');
  expect(page?.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  if (state.hasTag('open') || state.matches('otherUser'))
    expect(heading).toBe('Join Acme and Bolt');
  if (state.matches('closed')) expect(heading).toBe('This invite cannot be used');
  if (state.matches('reading') || state.matches('accepted')) expect(heading).toBeNull();
  expect(named(/^Accept/)).toBe(
    ['confirming', 'accepting', 'refused'].some((one) => state.matches(one as 'confirming')),
  );
  expect(named(/^Retry/)).toBe(state.matches('failed'));
  expect(named(/^Sign out/)).toBe(state.matches('otherUser'));
  expect(named(/^Sign in$/)).toBe(state.matches('signInRequired'));
  expect(screen.queryByRole('alert') !== null).toBe(
    state.matches('failed') || state.matches('refused'),
  );
}

/** The lazy code of the form is not part of this test. */
beforeAll(async () => void (await import('#model/sign-up.ts')), 60_000);

walkView(inviteScene, {
  gestures: inviteGestures,
  sees,
});
