import type { ApiToken } from '#contract/api-tokens/schemas.ts';
import type { CollectionMachine, CollectionTypes } from '#machines/kit/collection.ts';
import { tokensMachine } from '#machines/settings/tokens.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import type { Sentences } from '../../sentences.ts';
import { nameTaken, token } from '../../settings.ts';

export const collectionSentences: Sentences<CollectionMachine<CollectionTypes>> = {
  'scope.change': 'Choose another project',
  'list.refresh': 'Open the list again',
  retry: 'Press Retry',
  'network.returned': 'Connect the network again',
  'entry.add': 'Open the form for a new entry',
  'entry.edit': 'Open the form of an entry',
  'entry.save': 'Fill in the form and save it',
  'entry.remove': 'Remove an entry',
  'entry.restore': 'Press Undo after a removal',
  'form.cancel': 'Press Cancel in the form',
  'action.choose': 'Press the button of an action that asks for confirmation',
  'action.run': 'Press the button of an action that starts at once',
  'action.confirm': 'Press the confirming button of the dialog',
  'action.cancel': 'Press Cancel in the dialog',
  'secret.dismiss': 'Close the panel with the new secret',
  'problem.dismiss': 'Dismiss the error message',
};

/** Events without a payload; the plan of each collection adds the events with a payload that it uses. */
export const collectionEvents = {
  'scope.change': [],
  'list.refresh': [],
  retry: [{ type: 'retry' }],
  'network.returned': [{ type: 'network.returned' }],
  'entry.add': [],
  'entry.edit': [],
  'entry.save': [],
  'entry.remove': [],
  'entry.restore': [],
  'form.cancel': [{ type: 'form.cancel' }],
  'action.choose': [],
  'action.run': [],
  'action.confirm': [],
  'action.cancel': [],
  'secret.dismiss': [],
  'problem.dismiss': [{ type: 'problem.dismiss' }],
} as const;

/**
 * The tokens of a project, in a list that is also refreshed by a timer; the list of project 8 is read only when it is
 * opened.
 */
export const tokenCollection = tokensMachine.provide({
  guards: { readsAtOnce: ({ context }) => context.scope !== 8, readsByTime: () => true },
});

const draft = {
  name: 'Hourly export',
  scopes: ['reports.read' as const],
  expires_in_days: 90,
  password: 'correct horse battery',
};
const hourly: ApiToken = { ...token, id: 42, name: 'Hourly export' };

/** Two tokens that were removed before. */
const [weekly, monthly]: [ApiToken, ApiToken] = [
  { ...token, id: 43, name: 'Weekly export' },
  { ...token, id: 44, name: 'Monthly export' },
];

export const collectionPlan: Plan<typeof tokenCollection> = {
  inputs: [{ scope: 7 }],
  events: {
    ...collectionEvents,
    'scope.change': [
      { type: 'scope.change', scope: 8 },
      { type: 'scope.change', scope: 7 },
    ],
    'list.refresh': [{ type: 'list.refresh' }],
    'entry.add': [{ type: 'entry.add', draft }],
    'entry.edit': [{ type: 'entry.edit', entry: token, draft }],
    'entry.save': [{ type: 'entry.save', draft }],
    'entry.remove': [{ type: 'entry.remove', entry: token }],
    'entry.restore': [
      { type: 'entry.restore', entry: weekly },
      { type: 'entry.restore', entry: monthly },
    ],
    'action.choose': [{ type: 'action.choose', action: { kind: 'revoke', token } }],
    'action.run': [{ type: 'action.run', action: { kind: 'revoke', token } }],
    'action.confirm': [{ type: 'action.confirm' }],
    'action.cancel': [{ type: 'action.cancel' }],
    'secret.dismiss': [{ type: 'secret.dismiss' }],
  },
  isPossible: ({ type }, { context: { rows } }) =>
    !/^(action\.choose|action\.run|entry\.edit)$/.test(type) ||
    rows.some(({ id }) => id === token.id),
  sentences: collectionSentences,
  answers: {
    readEntries: [{ output: { rows: [token] } }, { error: offline }],
    saveEntry: [
      { output: { secret: { ...token, token: 'cla_7f3a_whole' } } },
      { output: { entry: hourly } },
      { output: {} },
      { error: nameTaken },
    ],
    runAction: [
      { output: {} },
      { output: { entry: token } },
      { output: { entry: token, affectsOthers: true } },
      { output: { secret: { ...token, token: 'cla_9c1d_whole' } } },
      { error: offline },
    ],
    removeEntry: [{ output: undefined }, { error: offline }],
    restoreEntry: [{ output: { entry: weekly } }, { output: {} }, { error: offline }],
    network: [],
  },
};
