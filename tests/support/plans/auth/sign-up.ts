import type { signUpMachine } from '#machines/auth/sign-up.ts';
import { emptyDraft } from '#machines/auth/sign-up-model.ts';
import {
  account,
  acme,
  company,
  emailTakenProblem,
  exampleProblem,
  memberAt,
  plans,
} from '../../auth.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const signUpPlan: Plan<typeof signUpMachine> = {
  inputs: [
    { member: null },
    { member: memberAt('company') },
    { member: memberAt('payment') },
    { member: memberAt('subscription') },
    { member: memberAt('active') },
  ],
  events: {
    'step.visited': [
      { type: 'step.visited', step: 'account' },
      { type: 'step.visited', step: 'company' },
      { type: 'step.visited', step: 'payment' },
    ],
    'draft.change': [{ type: 'draft.change', draft: { company: { name: 'Acm' } } }],
    'account.submit': [{ type: 'account.submit', account }],
    'account.change': [{ type: 'account.change' }],
    'company.submit': [{ type: 'company.submit', company }],
    'payment.submit': [{ type: 'payment.submit', takeCard: null }],
    'plan.submit': [{ type: 'plan.submit', plan: 2 }],
    retry: [{ type: 'retry' }],
  },
  answers: {
    address: [],
    recallDraft: [
      { output: emptyDraft },
      { output: { ...emptyDraft, account: { email: account.email }, mailed: true } },
      { error: new Error('This browser stores nothing.') },
    ],
    register: [
      { output: { member: memberAt('company') } },
      { output: { mailed: true } },
      { error: emailTakenProblem },
    ],
    readCompany: [{ output: acme }, { error: offline }],
    createCompany: [{ output: acme }, { error: exampleProblem }, { error: offline }],
    changeCompany: [{ output: acme }, { error: offline }],
    checkSession: [
      { output: memberAt('payment') },
      { output: memberAt('active') },
      { error: offline },
    ],
    readPayment: [{ output: { kind: 'manual' } }, { error: offline }],
    confirmPayment: [{ output: memberAt('subscription') }, { error: offline }],
    readPlans: [{ output: plans }, { error: offline }],
    subscribe: [{ output: undefined }, { error: offline }],
  },
};
