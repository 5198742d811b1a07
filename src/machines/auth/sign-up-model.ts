import type { Session } from '#contract/accounts/session.ts';
import type { SignUpDraft, SignUpStep } from '#model/sign-up.ts';

type Progress = SignUpStep | 'completed';

const order: readonly Progress[] = ['account', 'company', 'payment', 'subscription', 'completed'];

/** The step that the server says is next. A user whose company was deleted starts with a new company. */
export function progressOf(member: Session | null): Progress {
  if (member === null) return 'account';
  const reached = order.find((step) => step === member.state) ?? 'completed';
  return reached === 'completed' || ownCompany(member) !== null ? reached : 'company';
}

/** The company that the user owns: other companies may have invited them meanwhile. */
export const ownCompany = (member: Session | null): number | null =>
  member?.projects.find(({ role }) => role === 'owner')?.id ?? null;

export const isBefore = (step: Progress, other: Progress): boolean =>
  order.indexOf(step) < order.indexOf(other);

/** The draft of a new sign-up. */
export const emptyDraft: SignUpDraft = { account: {}, company: {}, plan: null, mailed: false };
