import type { OpenSession, User } from '#contract/accounts/user.ts';
import type { Affiliate } from '#contract/affiliates/schemas.ts';
import type { ApiToken } from '#contract/api-tokens/schemas.ts';
import type { AuditEntry } from '#contract/audit/schemas.ts';
import type { Billing, Plan, Proration, Subscription } from '#contract/billing/schemas.ts';
import type { Invite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { BillingAccount } from '#machines/billing/billing.ts';
import { member } from './samples.ts';

export const project: Project = {
  id: 7,
  name: 'Acme',
  slug: 'acme',
  image: null,
  url: 'https://acme.test',
  target: 'purchase',
  number_of_events: 500_000,
  events_used: 182_311,
  created_by: 12,
  timezone: 'America/New_York',
  currency: 'USD',
  keep_addresses: false,
  collect_key: 'cs_4fQ2…',
  users: [
    { id: 12, full_name: 'Ana Ruiz', email: 'ana@acme.test', role: 'owner' },
    { id: 14, full_name: 'Ben Otto', email: 'ben@acme.test', role: 'owner' },
  ],
  setup_intent: null,
  subscription: { id: 5, status: 'active' },
  deletes_at: null,
};
export const projectBeingDeleted: Project = { ...project, deletes_at: '2026-11-27T20:14:00.000Z' };

export const affiliate: Affiliate = {
  id: 3,
  aff_id: '1001',
  project: 7,
  project_name: 'Acme',
  project_slug: 'acme',
  name: 'North Media',
  payout: { type: 'revshare', value: 0.2 },
  postback_url: null,
  sub_ids: ['feed'],
  created_at: '2026-11-01T09:00:00.000Z',
};

const person = {
  first_name: 'Ana',
  last_name: 'Ruiz',
  phone: null,
  image: null,
  state: 'active',
  projects: [7],
  affiliates: [],
  memberships: [],
  invite_status: 'accepted' as const,
  last_seen_at: '2026-11-20T20:13:41.000Z',
};
export const owner: Member = {
  ...person,
  id: member.id,
  email: member.email,
  full_name: member.full_name,
  role: 'owner',
};
export const colleague: Member = {
  ...person,
  id: 14,
  email: 'ben@acme.test',
  full_name: 'Ben Otto',
  role: 'buyer',
};
export const invite: Invite = {
  id: 31,
  email: 'cleo@acme.test',
  role: 'viewer',
  projects: [7],
  affiliates: [],
  status: 'pending',
  invited_by: 'Ana Ruiz',
  created_at: '2026-11-20T09:00:00.000Z',
  sent_at: '2026-11-20T09:00:00.000Z',
  expires_at: '2026-11-27T09:00:00.000Z',
};

export const token: ApiToken = {
  id: 41,
  project: 7,
  name: 'Nightly export',
  scopes: ['reports.read'],
  start: 'cla_7f3a',
  created_by: 'Ana Ruiz',
  created_at: '2026-11-20T09:00:00.000Z',
  last_used_at: null,
  expires_at: '2027-02-18T09:00:00.000Z',
};

const browser =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
export const thisSession: OpenSession = {
  id: 51,
  current: true,
  user_agent: browser,
  created_at: '2026-11-20T09:00:00.000Z',
  last_used_at: '2026-11-20T20:13:41.000Z',
  expires_at: '2026-11-27T09:00:00.000Z',
};
export const otherSession: OpenSession = {
  ...thisSession,
  id: 52,
  current: false,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
};

export const user: User = {
  id: 12,
  email: 'ana@acme.test',
  full_name: 'Ana Ruiz',
  first_name: 'Ana',
  last_name: 'Ruiz',
  phone: null,
  image: null,
  state: 'active',
  timezone: 'America/New_York',
  locale: null,
  email_notifications: true,
};

export const entry: AuditEntry = {
  id: 61,
  at: '2026-11-20T20:13:41.000Z',
  actor: { id: 12, email: 'ana@acme.test' },
  via: null,
  action: 'member.removed',
  target: 'ben@acme.test',
  details: { role: 'buyer' },
  from: '203.0.113.0/24',
  hash: '9f2c4d1e7a3b5c6d9f2c4d1e7a3b5c6d',
};

const plan: Plan = {
  id: 2,
  name: 'Growth',
  price: 99,
  currency: 'USD',
  interval: 'month',
  events_limit: 1_000_000,
  projects_limit: 5,
  features: ['Every report'],
  is_offered: true,
};
export const largerPlan: Plan = { ...plan, id: 3, name: 'Scale', price: 299, events_limit: null };
export const subscription: Subscription = {
  id: 5,
  status: 'active',
  project: 7,
  plan: { id: 2, name: 'Growth', price: 99, currency: 'USD', interval: 'month' },
  current_period_start: '2026-11-01',
  current_period_end: '2026-12-01',
  cancel_at_period_end: false,
  requires_action: null,
};
const bill: Billing = {
  subscription: 5,
  status: 'active',
  plan: 2,
  current_period_start: '2026-11-01',
  current_period_end: '2026-12-01',
  cancel_at_period_end: false,
  events_used: 962_311,
  events_limit: 1_000_000,
  events_projected: 1_420_000,
  usage_warning: 95,
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 },
  billing_email: 'ap@acme.test',
  next_invoice: { date: '2026-12-01', amount: 99, currency: 'USD' },
};
export const account: BillingAccount = {
  isConfigured: true,
  plans: [plan, largerPlan],
  subscription,
  billing: bill,
  invoices: [
    {
      id: 'in_1',
      number: 'A-0007',
      date: '2026-11-01',
      amount: 99,
      currency: 'USD',
      status: 'paid',
      pdf_url: null,
    },
  ],
};
export const accountWith = (changes: Partial<Subscription>): BillingAccount => ({
  ...account,
  subscription: { ...subscription, ...changes },
});
export const unpaid = { requires_action: { client_secret: 'pi_1_secret_2' } };
export const proration: Proration = {
  plan: { id: 3, name: 'Scale', price: 299, currency: 'USD', interval: 'month' },
  currency: 'USD',
  due_now: 70,
  lines: [
    { description: 'Unused time on Growth', amount: -30 },
    { description: 'Remaining time on Scale', amount: 100 },
  ],
  next_invoice: { date: '2026-12-01', amount: 299 },
  proration_at: '2026-11-20T20:14:00Z',
};

export const nameTaken: Problem = {
  kind: 'invalid',
  message: 'name: Another one has this name.',
  fields: { name: ['Another one has this name.'] },
};
export const forbidden: Problem = { kind: 'forbidden', message: 'Your role does not allow this.' };
