import type { TestStatus } from '#contract/split-tests/definition.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { statusWords } from './words.ts';

const meanings = {
  draft: null,
  running: 'good',
  paused: 'warn',
  stopped: null,
  archived: null,
} as const;

export function StatusChip({ status }: { status: TestStatus }) {
  return (
    <StateDot look="split-status" meaning={meanings[status]}>
      {statusWords[status]}
    </StateDot>
  );
}
