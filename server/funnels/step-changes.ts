import type { Funnel, StoredStep } from '#contract/funnels/schemas.ts';
import { invalid } from '../platform/refusal.ts';

export const stepIn = ({ steps }: Funnel, wanted: string): StoredStep | undefined =>
  steps.find(({ slug }) => slug === wanted);

export function requireOther(funnel: Funnel, slug: string): void {
  if (stepIn(funnel, slug)) throw invalid('slug', `“${slug}” is the short name of another step.`);
}

/** The steps in another order, which names each of them. */
export function stepsInOrder(funnel: Funnel, order: readonly string[]): StoredStep[] {
  const steps = order.flatMap((slug) => stepIn(funnel, slug) ?? []);
  const isWhole = new Set(order).size === order.length && steps.length === funnel.steps.length;
  if (!isWhole || order.length !== steps.length) {
    throw invalid('order', 'Name each step of the funnel once.');
  }
  return steps;
}

/** The draft with a changed step. What refers to the step goes on referring to it. */
export function withStep(funnel: Funnel, before: StoredStep, step: StoredStep): Funnel {
  const renamed = (slug: string) => (slug === before.slug ? step.slug : slug);
  return {
    ...funnel,
    steps: funnel.steps.map((one) => (one === before ? step : one)),
    exclusions: funnel.exclusions.map((one) => ({
      ...one,
      from_step: renamed(one.from_step),
      to_step: renamed(one.to_step),
    })),
  };
}
