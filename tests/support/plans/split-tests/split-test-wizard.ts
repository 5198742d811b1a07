import type { Problem } from '#contract/problem.ts';
import type { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import type { Plan } from '../../paths.ts';
import { member, offline, query } from '../../samples.ts';
import { testPlace } from '../../split-tests/lines.ts';
import { completeDraft, faultyDraft, startedTest, storedDraft } from '../../split-tests/wizard.ts';

const refusal = (field: string, sentence: string) => ({
  kind: 'refused' as const,
  problem: {
    kind: 'invalid',
    message: 'The server refused this input.',
    fields: { [field]: [sentence] },
  } satisfies Problem,
});

const stored = { id: storedDraft.id, version: 1 };
const kept = { draft: completeDraft, at: 'what', stored: null } as const;

export const splitTestWizardPlan: Plan<typeof splitTestWizardMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: testPlace },
      { type: 'address.recalled', place: { ...testPlace, params: { draft: storedDraft.id } } },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
    'draft.change': [
      { type: 'draft.change', draft: completeDraft },
      { type: 'draft.change', draft: faultyDraft },
    ],
    'draft.resume': [{ type: 'draft.resume' }],
    'draft.discard': [{ type: 'draft.discard' }],
    'draft.keep': [{ type: 'draft.keep' }],
    next: [{ type: 'next' }],
    back: [{ type: 'back' }],
    retry: [{ type: 'retry' }],
    leave: [{ type: 'leave' }],
    stay: [{ type: 'stay' }],
    'test.stored': [{ type: 'test.stored', stored }],
  },
  sentences: {
    'address.recalled': 'Open the wizard, with a draft or without one',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
    'draft.change': 'Fill all fields, or empty some',
    'draft.resume': 'Choose Go on',
    'draft.discard': 'Choose Discard',
    'draft.keep': 'Choose Keep it',
    next: 'Choose Next',
    back: 'Choose Back',
    retry: 'Choose Retry',
    leave: 'Choose Cancel',
    stay: 'Choose Stay here',
    'test.stored': 'The server has stored the draft',
  },
  answers: {
    address: [],
    recallDraft: [
      { output: null },
      { output: { wizard: kept, isOffered: true } },
      { output: { wizard: { ...kept, at: 'variants' }, isOffered: true } },
      { output: { wizard: { ...kept, at: 'goal', stored }, isOffered: false } },
      { output: { wizard: { ...kept, at: 'traffic', stored }, isOffered: false } },
      { error: offline },
    ],
    choices: [],
    power: [],
    launch: [
      { output: { kind: 'back' } },
      { output: { kind: 'started', test: startedTest } },
      { output: { kind: 'kept', test: storedDraft } },
      { output: refusal('name', 'Another test is called “Shorter headline”.') },
      { output: refusal('variants.0.url', 'Enter an address that everybody can open.') },
      { output: refusal('goal.event', 'Choose another event.') },
      { output: refusal('max_runtime_days', 'Enter 1 to 180 days.') },
      { error: offline },
    ],
  },
};
