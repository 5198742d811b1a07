import type { Definition } from '#contract/funnels/definition.ts';
import { planOf } from './funnel-question.ts';

/** The column of `attemptsSql` with the event that took a step; a number that is 0 for people who did not. */
export function stepColumn(definition: Definition, index: number): string {
  const { required, optional } = planOf(definition);
  const position = required.findIndex((step) => step.index === index);
  if (position >= 0) return `place${position}`;
  return optional.some((step) => step.index === index) ? `extra${index}` : 'toUInt64(0)';
}

/** Whether a person of `attemptsSql` reached each step, in the order of the definition's steps. */
export function reachedSql(definition: Definition): string[] {
  const { required } = planOf(definition);
  return definition.steps.map((_, index) => {
    const position = required.findIndex((step) => step.index === index);
    return position >= 0 ? `level > ${position}` : `${stepColumn(definition, index)} != 0`;
  });
}
