import type { AnyStateMachine } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { branchesOf } from '../support/coverage.ts';
import type { Path } from '../support/paths.ts';
import { type Planned, plannedMachines } from '../support/planned.ts';
import { pathIds } from './ids.ts';
import { inputOf } from './payload.ts';
import { actionOf, seenIn } from './words.ts';

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
  return {
    machine: name,
    purpose: machine.root.description ?? '',
    states: getStateNodes(machine).length,
    transitions: branchesOf(machine).length,
    paths: paths.map((path, index) => ({
      id: ids[index] ?? '',
      title: path.title,
      steps: path.steps.map((step, at) => stepOf(machine, path, step, at)),
    })),
  };
}

function stepOf(
  machine: AnyStateMachine,
  { steps, input }: Path<AnyStateMachine>,
  { event, state }: Path<AnyStateMachine>['steps'][number],
  at: number,
): ListedStep {
  const isStart = event.type === 'xstate.init';
  const before = steps[at - 1]?.state;
  const isSame = before && JSON.stringify(before.value) === JSON.stringify(state.value);
  return {
    step: at + 1,
    event: isStart ? 'start' : event.type,
    action: isStart ? startOf(input) : actionOf(machine, event),
    expected: `${isSame ? 'As before: ' : ''}${seenIn(state)}`,
  };
}

function startOf(input: unknown): string {
  const told = inputOf(input);
  return told ? `Start with ${told}` : 'Start';
}
