import type { TestGate } from '#contract/split-tests/results.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { gateWords } from './words.ts';

/** What the gate of a test says. */
export function GateChip({ gate }: { gate: TestGate }) {
  const { text, meaning } = gateWords(gate);
  return (
    <StateDot look="gate-chip" meaning={meaning}>
      {text}
    </StateDot>
  );
}
