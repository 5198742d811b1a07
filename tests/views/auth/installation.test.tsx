import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { signUpMachine } from '#machines/auth/sign-up.ts';
import { emptyDraft } from '#machines/auth/sign-up-model.ts';
import { SignUp } from '#views/auth/SignUp.tsx';
import { memberAt } from '../../support/auth.ts';

afterEach(() => Reflect.deleteProperty(window, '__CONF__'));

function open(config: object, member: ReturnType<typeof memberAt> | null = null) {
  window.__CONF__ = config;
  const actor = createActor(
    signUpMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        recallDraft: fromPromise(async () => emptyDraft),
      },
    }),
    { input: { member } },
  ).start();
  return render(<SignUp actor={actor} />);
}
const title = (name: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name));
const steps = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('the sign-up of an installation', () => {
  it('without billing ends after the company', async () => {
    open({ billing: 'off' });
    await title('Create your account');
    expect(steps()).toEqual(['Account', 'Company']);
  });

  it.each(['stripe', 'manual'])(
    'with billing by %s goes on to payment and plan',
    async (billing) => {
      open({ billing });
      await title('Create your account');
      expect(steps()).toEqual(['Account', 'Company', 'Payment', 'Plan']);
    },
  );

  it('says what to do where it is closed, instead of a form that is refused', async () => {
    open({ sign_up: false });
    await title('Sign-up is closed here');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(steps()).toEqual([]);
    expect(document.body.textContent).toContain('ask an owner of your company');
    expect(document.body.textContent).toContain('SIGN_UP=1');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login');
  });

  it('goes on for a member where it has closed behind them', async () => {
    open({ sign_up: false }, memberAt('company'));
    await waitFor(() => expect(steps()[1]).toBe('Company'));
    expect(screen.queryByText('Sign-up is closed here')).toBeNull();
    expect(screen.getAllByRole('textbox').length).toBeGreaterThan(0);
  });
});
