import type { AnyStateMachine } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { branchesOf } from '../support/coverage.ts';
import type { Path } from '../support/paths.ts';
import { type Planned, plannedMachines } from '../support/planned.ts';
import { pathIds } from './path-ids.ts';
import { inputText } from './payload-text.ts';
import { expectedText, stepAction } from './step-text.ts';

type ListedStep = { step: number; event: string; action: string; expected: string };
export type ListedPath = { id: string; title: string; steps: ListedStep[] };
export type Listing = {
  machine: string;
  purpose: string;
  states: number;
  transitions: number;
  paths: ListedPath[];
};

export const machineNames = Object.keys(plannedMachines);

/** One machine as a tester reads it. */
export function listingOf(name: string): Listing {
  const planned: Planned | undefined = plannedMachines[name];
  if (!planned) throw new Error(`There is no machine "${name}".`);
  const { machine } = planned;
  const paths = planned.paths();
  const ids = pathIds(
    name,
    paths.map(({ title }) => title),
  );
  const samples = samplesOf(paths);
  return {
    machine: name,
    purpose: machine.root.description ?? '',
    states: getStateNodes(machine).length,
    transitions: branchesOf(machine).length,
    paths: paths.map((path, index) => ({
      id: ids[index] ?? '',
      title: path.title,
      steps: path.steps.map((step, at) => stepOf(planned, path, step, at, samples)),
    })),
  };
}

function stepOf(
  { machine, plan }: Planned,
  { steps, input }: Path<AnyStateMachine>,
  { event, state }: Path<AnyStateMachine>['steps'][number],
  at: number,
  { inputs, events }: Samples,
): ListedStep {
  const isStart = event.type === 'xstate.init';
  const before = steps[at - 1]?.state;
  const isSame = before && JSON.stringify(before.value) === JSON.stringify(state.value);
  return {
    step: at + 1,
    event: isStart ? 'start' : event.type,
    action: isStart
      ? startOf(input, inputs)
      : stepAction(machine, event, events.get(event.type) ?? [], plan.sentences ?? {}),
    expected: `${isSame ? 'As before: ' : ''}${expectedText(state)}`,
  };
}

/** The input and events that all paths of a machine share: a step shows only its differences. */
type Samples = { inputs: unknown[]; events: Map<string, { type: string }[]> };

function samplesOf(paths: readonly Path<AnyStateMachine>[]): Samples {
  const events: Samples['events'] = new Map();
  for (const event of new Set(paths.flatMap(({ steps }) => steps.map((step) => step.event)))) {
    events.set(event.type, [...(events.get(event.type) ?? []), event]);
  }
  return { inputs: [...new Set(paths.map(({ input }) => input))], events };
}

function startOf(input: unknown, inputs: readonly unknown[]): string {
  const told = inputText(input, inputs);
  return told ? `Start with ${told}` : 'Start';
}
