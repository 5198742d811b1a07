import type { Definition } from '#contract/funnels/definition.ts';
import { planOf } from './funnel-question.ts';

/** Whether a person of `attemptsSql` reached each step, in the order of the definition's steps. */
export function reachedSql(definition: Definition): string[] {
  const { required, optional } = planOf(definition);
  return definition.steps.map((_, index) => {
    const position = required.findIndex((step) => step.index === index);
    if (position >= 0) return `level > ${position}`;
    return optional.some((step) => step.index === index) ? `extra${index} != 0` : '0';
  });
}
