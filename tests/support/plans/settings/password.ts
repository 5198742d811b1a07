import type { Problem } from '#contract/problem.ts';
import type { passwordMachine } from '#machines/settings/password.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

const wrong: Problem = {
  kind: 'invalid',
  message: 'old_password: This is not your password.',
  fields: { old_password: ['This is not your password.'] },
};
const weak: Problem = {
  kind: 'invalid',
  message: 'new_password: Too many people have this password.',
  fields: { new_password: ['Too many people have this password.'] },
};

export const passwordPlan: Plan<typeof passwordMachine> = {
  inputs: [{ subject: 12 }],
  events: {
    'password.open': [{ type: 'password.open' }],
    'password.cancel': [{ type: 'password.cancel' }],
    'password.submit': [
      {
        type: 'password.submit',
        change: { old_password: 'correct horse battery', new_password: 'purple monkey dishwasher' },
      },
    ],
  },
  answers: {
    changePassword: [
      { output: { token: 'clu_next' } },
      { error: wrong },
      { error: weak },
      { error: offline },
    ],
  },
};
