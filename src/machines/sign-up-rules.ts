import type { Session } from '#contract/session.ts';
import type { SignUpDraft, SignUpStep } from '#contract/sign-up.ts';

type Reached = SignUpStep | 'through';

const order: readonly Reached[] = ['account', 'company', 'payment', 'subscription', 'through'];

/** How far somebody is, as the server says it. */
export function stepAt(member: Session | null): Reached {
  if (member === null) return 'account';
  return order.find((step) => step === member.state) ?? 'through';
}

export const isBefore = (step: Reached, other: Reached): boolean =>
  order.indexOf(step) < order.indexOf(other);

/** A sign-up that has not begun. */
export const nothingTyped: SignUpDraft = { account: {}, company: {}, plan: null, mailed: false };
