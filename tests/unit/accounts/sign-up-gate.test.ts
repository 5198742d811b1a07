import { expect, it } from 'vitest';
import { signUpRuleOf } from '#server/accounts/sign-up-gate.ts';
import { parseEnv } from '#server/platform/env.ts';

it.each([
  ['one person, where nothing is set', { DEMO: '0' }, 'first'],
  ['one person, where SIGN_UP is empty', { DEMO: '0', SIGN_UP: '' }, 'first'],
  ['everybody in the demo', {}, 'open'],
  ['nobody in a demo that says so', { SIGN_UP: '0' }, 'closed'],
  ['nobody, where SIGN_UP=0', { DEMO: '0', SIGN_UP: '0' }, 'closed'],
  ['everybody, where SIGN_UP=1', { DEMO: '0', SIGN_UP: '1' }, 'open'],
])('lets %s sign up', (_, variables, rule) => {
  expect(signUpRuleOf(parseEnv(variables))).toBe(rule);
});
