import type {
  TestChangedEvent,
  TestOutdatedEvent,
  testChangeMachine,
} from '#machines/split-tests/test-change.ts';
import type { TestChange } from '#model/split-test-detail.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';
import { decidedTest, draftTest, readyResults, runningTest } from '../../split-test-detail.ts';

const { parent } = recordingParent<TestChangedEvent | TestOutdatedEvent>();

const shipB: TestChange = {
  kind: 'decide',
  decision: 'ship',
  variant: 'B',
  note: 'The price first sells more.',
  override: '',
  snapshot: readyResults,
};

export const testChangePlan: Plan<typeof testChangeMachine> = {
  inputs: [{ parent }],
  events: {
    'change.ask': [
      { type: 'change.ask', test: runningTest, kind: 'decide' },
      { type: 'change.ask', test: draftTest, kind: 'start' },
    ],
    'change.run': [{ type: 'change.run', test: runningTest, change: { kind: 'pause' } }],
    'change.confirm': [
      { type: 'change.confirm', test: runningTest, change: shipB },
      { type: 'change.confirm', test: draftTest, change: { kind: 'start', confirm: '' } },
    ],
    'change.cancel': [{ type: 'change.cancel' }],
    retry: [{ type: 'retry' }],
  },
  sentences: {
    'change.ask': 'Press Decide or Start',
    'change.run': 'Press Pause',
    'change.confirm': 'Fill the dialog and press its button',
    'change.cancel': 'Press Cancel or Dismiss',
    retry: 'Press Retry',
  },
  answers: {
    checkTest: [
      {
        output: [
          {
            check: 'goal_events',
            state: 'pass',
            detail: 'The goal had 120 events in the last 7 days.',
            variant: null,
          },
        ],
      },
      { error: offline },
    ],
    applyChange: [
      { output: decidedTest },
      { error: offline },
      { error: { kind: 'conflict', message: 'Someone else changed this meanwhile.' } },
    ],
  },
};
