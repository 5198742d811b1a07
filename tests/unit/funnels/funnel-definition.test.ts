import { expect, it } from 'vitest';
import { definitionSchema } from '#contract/funnels/definition.ts';
import { funnelTemplates } from '#contract/funnels/schemas.ts';
import {
  faultsIn,
  faultsWithin,
  newExclusion,
  newStep,
  nextEventFor,
  operators,
  stepSlugOf,
  valuesOf,
  withMovedStep,
  withOperator,
  withoutStep,
  withStep,
} from '#model/funnel-definition.ts';
import { draftOfTemplate, emptyDraft, storedWizardSchema, withName } from '#model/funnel-wizard.ts';
import { catalog, definition } from '../../support/funnels.ts';

const exclusion = newExclusion('refund', definition.steps);
const excluding = { ...definition, exclusions: exclusion ? [exclusion] : [] };
const slugs = ({ steps }: typeof definition) => steps.map(({ slug }) => slug);

it('keeps an exclusion with its steps: renamed with them, removed with them', () => {
  expect(exclusion).toMatchObject({ from_step: 'landing', to_step: 'purchase' });
  const renamed = withStep(excluding, 0, { name: 'Start', slug: 'start' });
  expect(renamed.exclusions[0]).toMatchObject({ from_step: 'start', to_step: 'purchase' });
  expect(withoutStep(renamed, 1).exclusions).toHaveLength(1);
  expect(withoutStep(renamed, 2).exclusions).toEqual([]);
  expect(newExclusion('refund', definition.steps.slice(0, 1))).toBeNull();
});

it('moves a step within the list only', () => {
  expect(slugs(withMovedStep(definition, 1, -1))).toEqual(['checkout', 'landing', 'purchase']);
  expect(slugs(withMovedStep(definition, 1, 1))).toEqual(['landing', 'purchase', 'checkout']);
  expect(withMovedStep(definition, 0, -1)).toEqual(definition);
  expect(withMovedStep(definition, 2, 1)).toEqual(definition);
});

it('gives a new step an event that no step counts and a slug that no step has', () => {
  expect(nextEventFor(catalog, definition.steps.slice(0, 1))).toBe('initiate_checkout');
  expect(nextEventFor([], [])).toBe('page_view');
  expect(newStep('purchase', definition.steps)).toMatchObject({
    name: 'Purchase',
    slug: 'purchase-2',
  });
  expect(stepSlugOf('Edit', [])).toBe('edit-2');
  expect(stepSlugOf('…', [])).toBe('step');
  expect(stepSlugOf('x'.repeat(80), [{ slug: 'x'.repeat(54) }]).length).toBeLessThanOrEqual(60);
});

it('names every fault at its field', () => {
  expect(faultsIn(definition)).toEqual({});
  const faults = faultsIn({
    ...definition,
    window_minutes: 200_000,
    steps: definition.steps.map((step, index) => ({
      ...step,
      name: index === 1 ? '' : step.name,
      optional: index === 0,
      matcher: index === 2 ? { any: [{ event: '', filters: [] }] } : step.matcher,
    })),
  });
  expect(faults).toMatchObject({
    window_minutes: ['Choose from 1 minute to 90 days.'],
    'steps.0.optional': ['The first step cannot be optional.'],
    'steps.1.name': ['Enter a name.'],
  });
  expect(faultsWithin(faults, 'steps.2')).toEqual(['Choose an event.']);
  expect(faultsWithin(faults, 'steps')).toHaveLength(3);
});

it('keeps what was entered when the comparison changes', () => {
  const path = { property: 'path', operator: 'equals', value: '/a' } as const;
  for (const operator of operators) {
    const filter = withOperator(path, operator);
    expect(filter).toMatchObject({ property: 'path', operator });
    const values = operator === 'is_set' || operator === 'is_not_set' ? [] : ['/a'];
    expect(valuesOf(filter)).toEqual(values);
  }
});

it('begins with templates that can be published, and stores also what cannot', () => {
  for (const template of funnelTemplates) {
    const draft = draftOfTemplate(template);
    expect(faultsIn(draft.definition), template).toEqual({});
  }
  const draft = withName(emptyDraft(), 'Main offer');
  expect(draft.slug).toBe('main-offer');
  expect(withName({ ...draft, slug: 'own', hasOwnSlug: true }, 'Other').slug).toBe('own');
  const unfinished = {
    ...draft,
    name: '',
    definition: withStep(definition, 1, {
      name: '',
      matcher: { any: [{ event: '', filters: [{ property: 'x', operator: 'in', values: [] }] }] },
    }),
  };
  expect(definitionSchema.safeParse(unfinished.definition).success).toBe(false);
  expect(storedWizardSchema.parse({ draft: unfinished, at: 'steps' })).toEqual({
    draft: unfinished,
    at: 'steps',
    created: null,
  });
});
