import {
  type Definition,
  definitionSchema,
  descriptionSchema,
  funnelNameSchema,
  type Step,
  stepSchema,
  targetCpaSchema,
} from '#contract/funnels/definition.ts';
import { definitionFaults } from '#contract/funnels/definition-faults.ts';
import type { Funnel, FunnelTargets } from '#contract/funnels/schemas.ts';

/** What the editor of a funnel changes. */
export type FunnelDraft = Definition & {
  name: string;
  description: string;
  targets: FunnelTargets;
};

type Fault = { path: readonly (string | number)[]; message: string; allowsSave?: boolean };

export const funnelDraftOf = ({
  name,
  description,
  count_by,
  window_minutes,
  steps,
  exclusions,
  targets,
}: Funnel): FunnelDraft => ({
  name,
  description,
  count_by,
  window_minutes,
  steps: steps.map(plainStepOf),
  exclusions,
  targets,
});

export const definitionOf = ({
  count_by,
  window_minutes,
  steps,
  exclusions,
}: Definition): Definition => ({
  count_by,
  window_minutes,
  steps: steps.map(plainStepOf),
  exclusions,
});

const plainStepOf = (step: Step): Step => ({
  slug: step.slug,
  name: step.name,
  kind: step.kind,
  matcher: step.matcher,
  optional: step.optional,
  window_minutes: step.window_minutes,
  page_url: step.page_url,
  expected_rate: step.expected_rate,
});

/** Faults of single fields, which the server would not store, and those that only publishing needs mended. */
export function funnelDraftFaults(draft: FunnelDraft): Fault[] {
  const { name, description, targets } = draft;
  return [
    ...issuesOf('name', funnelNameSchema.safeParse(name)),
    ...issuesOf('description', descriptionSchema.safeParse(description)),
    ...targetFaults(targets),
    ...(definitionSchema.safeParse(definitionOf(draft)).error?.issues ?? []).map(
      ({ path, message }) => ({ path: path.map(plainKey), message }),
    ),
    ...definitionFaults(draft).map((fault) => ({
      ...fault,
      allowsSave: fault.path.at(-1) !== 'slug',
    })),
  ];
}

/** Whether a draft can be counted: all of its fields hold, whatever publishing still needs. */
export const isCountable = (draft: FunnelDraft): boolean =>
  draft.steps.length > 0 && definitionSchema.safeParse(definitionOf(draft)).success;

export const isPublishable = (draft: FunnelDraft): boolean => funnelDraftFaults(draft).length === 0;

function targetFaults({ overall_rate, cpa }: FunnelTargets): Fault[] {
  return [
    ...issuesOf('targets.overall_rate', stepSchema.shape.expected_rate.safeParse(overall_rate)),
    ...issuesOf('targets.cpa', targetCpaSchema.nullable().safeParse(cpa)),
  ];
}

type Parsed = { error?: { issues: { message: string }[] } | undefined };

const issuesOf = (field: string, { error }: Parsed): Fault[] =>
  (error?.issues ?? []).map(({ message }) => ({ path: field.split('.'), message }));

const plainKey = (key: PropertyKey): string | number =>
  typeof key === 'number' ? key : String(key);
