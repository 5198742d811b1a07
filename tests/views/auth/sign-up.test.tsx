import { screen } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import type { SignUpSnapshot } from '#machines/auth/sign-up.ts';
import { signUpGestures } from '../../support/gestures/auth/sign-up.ts';
import { signUpScene } from '../../support/scenes/auth/sign-up.tsx';
import { walkView } from '../../support/view-walk.tsx';

const titles = {
  account: /^Create your account$/,
  mailed: /^Check your email$/,
  company: /^(Name your|Your) company$/,
  payment: /^Payment$/,
  subscription: /^Choose a plan$/,
};

const steps = { account: 'Account', company: 'Company', payment: 'Payment', subscription: 'Plan' };

/** Each state by the marked step, its heading, its placeholder, and the next actions. */
function sees(state: SignUpSnapshot) {
  const busy = state.hasTag('busy');
  const reading = state.hasTag('reading');
  const marked = screen.getByRole('list').querySelector('[aria-current="step"]');
  expect(marked?.textContent).toBe(steps[state.context.requestedStep]);
  expect(marked?.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe(String(busy));

  const [title] = Object.entries(titles).filter(([step]) => state.matches(step as 'account'));
  const heading = screen.queryByRole('heading', { level: 1 })?.textContent ?? null;
  if (reading || !title) expect(heading).toBeNull();
  else expect(heading).toMatch(title[1]);

  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(
    reading && state.hasTag('failed'),
  );
  const { problem } = state.context;
  const isPlaced = problem?.fields !== undefined && !reading;
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed') && !isPlaced);
  if (state.hasTag('failed') && isPlaced) {
    expect(screen.getByText('This address cannot be used.')).toBeDefined();
  }
  if (state.matches({ account: 'submitting' })) {
    expect(screen.getByRole('button', { name: 'Creating your account' }).matches(':disabled')).toBe(
      true,
    );
  }
  if (state.matches({ payment: 'editing' }) && state.context.payment.kind === 'manual') {
    expect(screen.getByText(/^(No card is needed|Your payment is set up)/)).toBeDefined();
  }
  if (state.matches({ subscription: 'editing' })) {
    expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1);
  }
}

/** The lazy code of a step is not part of this test. */
beforeAll(async () => void (await import('#model/sign-up.ts')), 60_000);

walkView(signUpScene, {
  gestures: signUpGestures,
  sees,
});
