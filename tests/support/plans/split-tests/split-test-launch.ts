import type { Problem } from '#contract/problem.ts';
import type { splitTestLaunchMachine } from '#machines/split-tests/split-test-launch.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';
import {
  completeDraft,
  failedChecks,
  passedChecks,
  silentChecks,
  startedTest,
  storedDraft,
} from '../../split-tests/wizard.ts';

const { parent } = recordingParent<{ type: 'test.stored'; stored: unknown }>();
const conflict: Problem = { kind: 'conflict', message: 'Someone else changed this test.' };
const missing: Problem = { kind: 'missing', message: 'This does not exist.' };
const invalid: Problem = {
  kind: 'invalid',
  message: 'The server refused this input.',
  fields: { name: ['Another test is called “Shorter headline”.'] },
};
const unconfirmed: Problem = {
  kind: 'invalid',
  message: 'The server refused this input.',
  fields: { confirm: ['Type the name of the test.'] },
};

export const splitTestLaunchPlan: Plan<typeof splitTestLaunchMachine> = {
  inputs: [
    { project: 7, draft: completeDraft, stored: null, parent },
    { project: 7, draft: completeDraft, stored: { id: storedDraft.id, version: 1 }, parent },
  ],
  events: {
    next: [{ type: 'next' }],
    back: [{ type: 'back' }],
    retry: [{ type: 'retry' }],
    'mine.keep': [{ type: 'mine.keep' }],
    'confirm.change': [
      { type: 'confirm.change', confirm: completeDraft.name },
      { type: 'confirm.change', confirm: '' },
    ],
    'test.start': [{ type: 'test.start' }],
    'test.keep': [{ type: 'test.keep' }],
  },
  sentences: {
    next: 'Choose Next: review',
    back: 'Choose Back',
    retry: 'Choose Try again, or Check again',
    'mine.keep': 'Choose Keep mine',
    'confirm.change': 'Type the name of the test, or remove it',
    'test.start': 'Choose Start now',
    'test.keep': 'Choose Keep as a draft',
  },
  answers: {
    saveTest: [
      { output: storedDraft },
      { error: conflict },
      { error: missing },
      { error: invalid },
      { error: offline },
    ],
    readTest: [{ output: storedDraft }, { output: startedTest }, { error: offline }],
    checkTest: [
      { output: passedChecks },
      { output: silentChecks },
      { output: failedChecks },
      { error: offline },
    ],
    startTest: [{ output: startedTest }, { error: unconfirmed }, { error: offline }],
  },
};
