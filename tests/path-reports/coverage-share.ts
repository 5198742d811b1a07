import type { AnyStateMachine } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { branchesOf, enteredBy } from '../support/coverage.ts';

type Share = { reached: number; of: number };
export type CoverageShare = { states: Share; transitions: Share };

/** The share of a machine that its walkers reached. A branch that the machine no longer has is not counted. */
export function coverageShare(
  machine: AnyStateMachine,
  walked: ReadonlySet<string>,
): CoverageShare {
  const branches = branchesOf(machine);
  const nodes = getStateNodes(machine);
  const entered = enteredBy(machine, walked);
  return {
    states: { reached: nodes.filter((node) => entered.has(node)).length, of: nodes.length },
    transitions: {
      reached: branches.filter((branch) => walked.has(branch)).length,
      of: branches.length,
    },
  };
}
