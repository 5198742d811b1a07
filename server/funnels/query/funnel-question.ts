import type { Definition, EventFilter, Exclusion, Step } from '#contract/funnels/definition.ts';
import type { Window } from '#contract/period.ts';

/** Whose attempts a funnel counts, and when they begin. */
export type FunnelQuestion = {
  project: number;
  /** The project's conversion event, in lower case. */
  primary: string;
  definition: Definition;
  /** Attempts begin in this window; later steps may follow after its end. */
  window: Window;
  /** Where a second period begins within the window: each person has a best attempt in both. */
  splitAt?: Date;
  /** The affiliates whose events may be read; null for all of the project. */
  affids: readonly string[] | null;
  /** Conditions on the event with which an attempt begins. */
  filters?: readonly EventFilter[];
  /** Reads events and conversions as they were known at this moment. */
  knownAt?: Date | undefined;
  /** Reads a tenth of the people, chosen by their keys. */
  isSample?: boolean;
};

/** A step with its place among all steps. */
export type PlacedStep = Step & { index: number };

/** An exclusion with the positions of its steps among the required ones. */
export type PlacedExclusion = Exclusion & { index: number; from: number; to: number };

/** An optional step with the position of the required step before it. */
export type OptionalStep = PlacedStep & { after: number };

export type Plan = {
  required: readonly PlacedStep[];
  optional: readonly OptionalStep[];
  exclusions: readonly PlacedExclusion[];
};

/** The parts of a definition, ordered as an attempt meets them. What names a step that a draft lost is left out. */
export function planOf({ steps, exclusions }: Definition): Plan {
  const placed = steps.map((step, index) => ({ ...step, index }));
  const required = placed.filter(({ optional }) => !optional);
  const positionOf = (slug: string) => required.findIndex((step) => step.slug === slug);
  return {
    required,
    optional: placed.flatMap((step) => {
      const after = required.filter(({ index }) => index < step.index).length - 1;
      return step.optional && after >= 0 && after < required.length - 1 ? [{ ...step, after }] : [];
    }),
    exclusions: exclusions.flatMap((exclusion, index) => {
      const [from, to] = [positionOf(exclusion.from_step), positionOf(exclusion.to_step)];
      return from >= 0 && to > from ? [{ ...exclusion, index, from, to }] : [];
    }),
  };
}

export const minute = 60_000;

/** A sample holds one of so many people, so that its counts are multiplied by it. */
export const sampleShare = 10;

/** The question as the warehouse can answer it: a definition without a first required step counts nobody. */
export const canCount = ({ definition }: FunnelQuestion): boolean =>
  definition.steps[0]?.optional === false;
