import type { Definition, Step } from '#contract/funnels/definition.ts';

/** A step without what only its stored form has. */
export const plainStep = ({ slug, ...step }: Step): Step => ({ slug, ...settingsOf(step) });

export const settingsOf = (step: Omit<Step, 'slug'>): Omit<Step, 'slug'> => ({
  name: step.name,
  kind: step.kind,
  matcher: step.matcher,
  optional: step.optional,
  window_minutes: step.window_minutes,
  page_url: step.page_url,
  expected_rate: step.expected_rate,
});

/** What would be published of a draft. */
export const definitionOf = (draft: Definition): Definition => ({
  count_by: draft.count_by,
  window_minutes: draft.window_minutes,
  steps: draft.steps.map(plainStep),
  exclusions: draft.exclusions,
});
