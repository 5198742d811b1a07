import type { Plan } from '#contract/billing/schemas.ts';
import type { SignUpDraft } from '#model/sign-up.ts';

/** The plan that was chosen before a reload, else the cheapest that has room for the events a company expects. */
export function suggestedPlan({
  plans,
  draft,
}: {
  plans: readonly Plan[];
  draft: SignUpDraft;
}): number | null {
  if (plans.some(({ id }) => id === draft.plan)) return draft.plan;
  const expected = Number(draft.company.number_of_events?.replace(/\D/g, '') ?? 0);
  const roomy = plans.filter(({ events_limit: limit }) => limit === null || limit >= expected);
  const [cheapest] = [...roomy].sort((a, b) => a.price - b.price);
  return (cheapest ?? plans.at(-1))?.id ?? null;
}
