import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { sessionMachine } from '#machines/app/session.ts';
import { Login } from '#views/auth/Login.tsx';

afterEach(() => Reflect.deleteProperty(window, '__CONF__'));

describe('the sign-in page', () => {
  const ways = (config: unknown) => {
    window.__CONF__ = config;
    render(<Login actor={createActor(sessionMachine)} />);
    return screen.getAllByRole('link').map(({ textContent }) => textContent);
  };

  it('links to the sign-up where it is open', () => {
    expect(ways({ sign_up: true })).toEqual(['Forgot your password?', 'Create an account']);
  });

  it('does not where it is closed', () => {
    expect(ways({ sign_up: false })).toEqual(['Forgot your password?']);
  });
});
