import {
  type Definition,
  type Exclusion,
  fewestSteps,
  type Matcher,
  mostSteps,
  type Step,
} from './definition.ts';

/** A fault at a field: `steps.1.optional`, `exclusions.0.to_step`. */
export type DefinitionFault = { path: readonly (string | number)[]; message: string };

/**
 * Why a definition cannot be published. The server refuses with these sentences, and the editor and the wizard show
 * them at their fields.
 */
export function definitionFaults({ steps, exclusions }: Definition): DefinitionFault[] {
  return [
    ...countFaults(steps),
    ...steps.flatMap((step, index) => stepFaults(steps, step, index)),
    ...exclusions.flatMap((exclusion, index) => exclusionFaults(steps, exclusion, index)),
  ];
}

function countFaults(steps: readonly Step[]): DefinitionFault[] {
  const required = steps.filter(({ optional }) => !optional).length;
  if (steps.length < fewestSteps) {
    return [{ path: ['steps'], message: `Add at least ${fewestSteps} steps.` }];
  }
  if (steps.length > mostSteps) {
    return [{ path: ['steps'], message: `A funnel has at most ${mostSteps} steps.` }];
  }
  return required < fewestSteps
    ? [{ path: ['steps'], message: `At least ${fewestSteps} steps must be required.` }]
    : [];
}

function stepFaults(steps: readonly Step[], step: Step, index: number): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  const at = (field: string, message: string) =>
    faults.push({ path: ['steps', index, field], message });
  if (steps.findIndex(({ slug }) => slug === step.slug) !== index) {
    at('slug', `“${step.slug}” is the short name of another step.`);
  }
  if (!step.optional) return faults;
  if (index === 0) at('optional', 'The first step cannot be optional.');
  const next = steps.slice(index + 1).find(({ optional }) => !optional);
  if (!next && index > 0) at('optional', 'The last step cannot be optional.');
  if (next && isWithin(step.matcher, next.matcher)) {
    at(
      'optional',
      `Every event of this step also counts as “${next.name}”, the next required step. Choose another event.`,
    );
  }
  return faults;
}

function exclusionFaults(
  steps: readonly Step[],
  { matcher, from_step, to_step }: Exclusion,
  index: number,
): DefinitionFault[] {
  const fault = (field: string, message: string): DefinitionFault[] => [
    { path: ['exclusions', index, field], message },
  ];
  const from = steps.findIndex(({ slug }) => slug === from_step);
  const to = steps.findIndex(({ slug }) => slug === to_step);
  if (from < 0) return fault('from_step', 'This funnel has no such step.');
  if (to < 0) return fault('to_step', 'This funnel has no such step.');
  if (steps[from]?.optional) return fault('from_step', 'Choose a required step.');
  if (steps[to]?.optional) return fault('to_step', 'Choose a required step.');
  if (from >= to) return fault('to_step', 'Choose a step after the first one.');
  const same = steps.slice(from, to + 1).find((step) => overlap(step.matcher, matcher));
  return same
    ? fault('matcher', `“${same.name}” counts this event. Choose another one to exclude.`)
    : [];
}

/** Whether each event of the first matcher surely meets the second. */
const isWithin = (inner: Matcher, outer: Matcher): boolean =>
  inner.any.every((one) =>
    outer.any.some(
      ({ event, filters }) =>
        event === one.event &&
        filters.every((filter) =>
          one.filters.some((own) => JSON.stringify(own) === JSON.stringify(filter)),
        ),
    ),
  );

/** Whether one matcher contains the other. */
const overlap = (one: Matcher, other: Matcher): boolean =>
  isWithin(one, other) || isWithin(other, one);
