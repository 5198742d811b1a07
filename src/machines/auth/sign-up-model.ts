import type { Session } from '#contract/accounts/session.ts';
import type { SignUpDraft, SignUpStep } from '#model/sign-up.ts';

type Reached = SignUpStep | 'through';

const order: readonly Reached[] = ['account', 'company', 'payment', 'subscription', 'through'];

/** How far somebody is, as the server says it. Whose company is gone begins with another one. */
export function stepAt(member: Session | null): Reached {
  if (member === null) return 'account';
  const reached = order.find((step) => step === member.state) ?? 'through';
  return reached === 'through' || ownCompany(member) !== null ? reached : 'company';
}

/** The company of whoever signs up: others may have taken them into theirs meanwhile. */
export const ownCompany = (member: Session | null): number | null =>
  member?.projects.find(({ role }) => role === 'owner')?.id ?? null;

export const isBefore = (step: Reached, other: Reached): boolean =>
  order.indexOf(step) < order.indexOf(other);

/** A sign-up that has not begun. */
export const nothingTyped: SignUpDraft = { account: {}, company: {}, plan: null, mailed: false };
