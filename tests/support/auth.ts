import type { Session } from '#contract/accounts/session.ts';
import type { Plan } from '#contract/billing/schemas.ts';
import type { Invitation } from '#contract/invites/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { AccountForm, CompanyForm } from '#model/sign-up.ts';
import { member } from './samples.ts';

export const account: AccountForm = {
  email: 'ana@acme.test',
  password: 'correct horse battery',
  first_name: 'Ana',
  last_name: 'Ruiz',
  telephone: '+13125550123',
};

export const company: CompanyForm = {
  name: 'Acme',
  url: 'https://acme.test',
  target: 'purchase',
  number_of_events: 50_000,
  timezone: 'America/New_York',
  currency: 'USD',
};

/** An account at a step of the sign-up. */
export const memberAt = (state: 'company' | 'payment' | 'subscription' | 'active'): Session => ({
  ...member,
  state,
  projects: state === 'company' ? [] : member.projects.slice(0, 1),
  affiliates: [],
  subscriptions: [],
});

export const acme: Project = {
  id: 7,
  name: 'Acme',
  slug: 'acme',
  image: null,
  url: 'https://acme.test',
  target: 'purchase',
  number_of_events: 50_000,
  events_used: 0,
  created_by: 12,
  timezone: 'America/New_York',
  currency: 'USD',
  collect_key: 'clk_12345678',
  users: [],
  setup_intent: null,
  subscription: null,
};

const plan: Plan = {
  id: 1,
  name: 'Starter',
  price: 29,
  currency: 'USD',
  interval: 'month',
  events_limit: 10_000,
  projects_limit: 1,
  features: ['Attribution'],
  is_offered: true,
};
export const plans: Plan[] = [
  plan,
  { ...plan, id: 2, name: 'Growth', price: 99, events_limit: 1_000_000, features: [] },
  { ...plan, id: 3, name: 'Scale', price: 490.5, events_limit: null, features: [] },
];

export const invitation: Invitation = {
  email: 'ana@acme.test',
  role: 'viewer',
  projects: [
    { name: 'Acme', image: null },
    { name: 'Bolt', image: null },
  ],
  invited_by: 'Ben Okoro',
  expires_at: '2026-11-27T12:00:00.000Z',
  has_account: false,
};

export const missingProblem: Problem = { kind: 'missing', message: 'Not found.' };
/** The answer when another tab has already taken this step. */
export const exampleProblem: Problem = {
  kind: 'conflict',
  message: 'You have a company already. Finish signing up first.',
};

export const emailTakenProblem: Problem = {
  kind: 'invalid',
  message: 'email: This address cannot be used.',
  fields: { email: ['This address cannot be used.'] },
};
