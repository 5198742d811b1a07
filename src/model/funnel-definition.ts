import {
  type Alternative,
  type Definition,
  definitionSchema,
  type EventFilter,
  type Exclusion,
  type Step,
} from '#contract/funnels/definition.ts';
import { definitionFaults } from '#contract/funnels/definition-faults.ts';
import type { EventCatalog } from '#contract/funnels/discovery.ts';
import { freeSlug, slugOf } from '#contract/slug.ts';

/** The sentences at each field, by its dotted path: `steps.1.name`. The server's `fields` have the same form. */
export type FieldFaults = Readonly<Record<string, readonly string[]>>;

/** Why a definition cannot be published: each field by itself, then all together. */
export function faultsIn(definition: Definition): FieldFaults {
  const parsed = definitionSchema.safeParse(definition);
  const issues = parsed.success ? [] : parsed.error.issues;
  const faults: Record<string, string[]> = {};
  for (const { path, message } of [...issues, ...definitionFaults(definition)]) {
    const key = path.join('.');
    faults[key] = [...new Set([...(faults[key] ?? []), message])];
  }
  return faults;
}

/** The sentences at a field. */
export const faultsAt = (faults: FieldFaults, path: string): readonly string[] =>
  faults[path] ?? [];

/** The sentences at a field and at all that lie in it. */
export const faultsWithin = (faults: FieldFaults, path: string): readonly string[] =>
  Object.entries(faults).flatMap(([key, sentences]) =>
    key === path || key.startsWith(`${path}.`) ? sentences : [],
  );

/** A slug of the name that no other step has. */
export function stepSlugOf(name: string, others: readonly Pick<Step, 'slug'>[]): string {
  return freeSlug(slugOf(name) || 'step', new Set(others.map(({ slug }) => slug)));
}

/** “Initiate checkout” for `initiate_checkout`. */
export function nameOfEvent(event: string): string {
  const words = event.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function newStep(event: string, others: readonly Pick<Step, 'slug'>[]): Step {
  const name = nameOfEvent(event) || `Step ${others.length + 1}`;
  return {
    slug: stepSlugOf(name, others),
    name,
    kind: 'custom',
    matcher: { any: [{ event, filters: [] }] },
    optional: false,
    window_minutes: null,
    page_url: null,
    expected_rate: null,
  };
}

/** The most frequent event that no step counts yet. */
export const nextEventFor = (
  catalog: EventCatalog,
  steps: readonly Pick<Step, 'matcher'>[],
): string => {
  const used = new Set(steps.flatMap(({ matcher }) => matcher.any.map(({ event }) => event)));
  return (catalog.find(({ event }) => !used.has(event)) ?? catalog[0])?.event ?? 'page_view';
};

/** A step with changes; the exclusions follow a changed slug. */
export function withStep(definition: Definition, index: number, change: Partial<Step>): Definition {
  const before = definition.steps[index];
  const renamed = (slug: string) =>
    change.slug !== undefined && slug === before?.slug ? change.slug : slug;
  return {
    ...definition,
    steps: definition.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
    exclusions: definition.exclusions.map((exclusion) => ({
      ...exclusion,
      from_step: renamed(exclusion.from_step),
      to_step: renamed(exclusion.to_step),
    })),
  };
}

/** Without a step, and without the exclusions that begin or end at it. */
export function withoutStep(definition: Definition, index: number): Definition {
  const slug = definition.steps[index]?.slug;
  return {
    ...definition,
    steps: definition.steps.filter((_, at) => at !== index),
    exclusions: definition.exclusions.filter(
      ({ from_step, to_step }) => from_step !== slug && to_step !== slug,
    ),
  };
}

/** With a step moved by one place; the same where there is none. */
export function withMovedStep(definition: Definition, index: number, by: -1 | 1): Definition {
  const [steps, to] = [[...definition.steps], index + by];
  const [step, other] = [steps[index], steps[to]];
  if (!step || !other) return definition;
  steps[to] = step;
  steps[index] = other;
  return { ...definition, steps };
}

/** An exclusion of an event between the first and the last required step; null with fewer than two of them. */
export function newExclusion(event: string, steps: readonly Step[]): Exclusion | null {
  const required = steps.filter(({ optional }) => !optional);
  const [first, last] = [required[0], required.at(-1)];
  if (!first || !last || first === last) return null;
  return {
    matcher: { any: [{ event, filters: [] }] },
    from_step: first.slug,
    to_step: last.slug,
  };
}

export const operators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'regex',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'is_set',
  'is_not_set',
] as const satisfies readonly EventFilter['operator'][];
export type Operator = (typeof operators)[number];

/** The same filter with another operator; what was entered stays as far as it fits. */
export function withOperator(filter: EventFilter, operator: Operator): EventFilter {
  const { property } = filter;
  const values = valuesOf(filter);
  const value = values[0] ?? '';
  switch (operator) {
    case 'in':
    case 'not_in':
      return { property, operator, values };
    case 'is_set':
    case 'is_not_set':
      return { property, operator };
    default:
      return { property, operator, value };
  }
}

/** What a filter compares with; nothing for an operator that compares with nothing. */
export const valuesOf = (filter: EventFilter): string[] => {
  if ('values' in filter) return filter.values;
  return 'value' in filter ? [filter.value] : [];
};

export const withValues = (filter: EventFilter, values: string[]): EventFilter => {
  if ('values' in filter) return { ...filter, values };
  return 'value' in filter ? { ...filter, value: values[0] ?? '' } : filter;
};

/** The values of a property of an event that occur most, for a choice. */
export const frequentValues = (
  catalog: EventCatalog,
  { event }: Pick<Alternative, 'event'>,
  property: string,
): readonly string[] =>
  (
    catalog
      .find((known) => known.event === event)
      ?.properties.find((known) => known.property === property)?.values ?? []
  ).map(({ value }) => value);
