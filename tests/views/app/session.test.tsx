import { screen } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import type { SessionSnapshot } from '#machines/app/session.ts';
import { fetchMember } from '#views/app/App.tsx';
import { sessionGestures } from '../../support/gestures/app/session.ts';
import { sessionScene } from '../../support/scenes/app/session.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The member's screens load with the sign-in; tests do not wait for their code. */
beforeAll(async () => void (await fetchMember()), 120_000);

/** Each state of the session by its page. */
function sees(state: SessionSnapshot) {
  const guest = state.hasTag('guest');
  const member = state.hasTag('member');
  const heading = screen.queryByRole('heading', { level: 1 })?.textContent ?? null;
  const alert = screen.queryByRole('alert')?.textContent ?? null;

  if (guest) expect(heading).toBe('Sign in');
  if (member) expect(heading).toBe('Dashboard');
  if (state.matches('unreachable')) expect(heading).toBe('You are still signed in');
  if (state.matches('restoring') || state.matches('checking')) {
    expect(screen.getByRole('status').textContent).toBe('Opening');
  }
  if (state.matches('signingOut')) {
    expect(screen.getByRole('status').textContent).toBe('Signing out');
  }
  if (state.matches({ signedOut: 'expired' })) expect(alert).toMatch(/session has ended/i);
  if (state.matches({ signedOut: 'idle' }) || state.matches({ signedOut: 'signingIn' })) {
    expect(alert).toBeNull();
  }
  if (state.hasTag('failed')) expect(alert).toBeTruthy();
  if (state.matches({ signedOut: 'signingIn' })) {
    expect(screen.getByRole('button', { name: 'Signing in' }).matches(':disabled')).toBe(true);
  }
}

walkView(sessionScene, {
  gestures: sessionGestures,
  sees,
});
