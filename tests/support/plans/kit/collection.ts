import type { ApiToken } from '#contract/api-tokens/schemas.ts';
import type { CollectionMachine, CollectionTypes } from '#machines/kit/collection.ts';
import { tokensMachine } from '#machines/settings/settings-lists.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import type { Sentences } from '../../sentences.ts';
import { nameTaken, token } from '../../settings.ts';

export const collectionSentences: Sentences<CollectionMachine<CollectionTypes>> = {
  'scope.change': 'Choose another project, or what else the list is of',
  'list.refresh': 'Open the list again',
  retry: 'Press Retry',
  'network.returned': 'Connect the network again',
  'entry.add': 'Open the form for a new entry',
  'entry.edit': 'Open the form of an entry',
  'entry.save': 'Fill in the form and save it',
  'entry.remove': 'Remove an entry',
  'entry.restore': 'Press Undo after a removal',
  'form.cancel': 'Cancel the form',
  'act.ask': 'Start an act that asks for confirmation first',
  'act.take': 'Start an act that asks nothing',
  'act.confirm': 'Confirm the act',
  'act.cancel': 'Cancel the question about the act',
  'shown.dismiss': 'Close what is shown only once',
  'problem.dismiss': 'Dismiss the error message',
};

/** Events that carry nothing; the plan of a collection adds those with a payload that it uses. */
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
  'act.ask': [],
  'act.take': [],
  'act.confirm': [],
  'act.cancel': [],
  'shown.dismiss': [],
  'problem.dismiss': [{ type: 'problem.dismiss' }],
} as const;

/** The tokens of a project, on a list that is also refreshed by time; that of project 8 waits before it is read. */
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

/** Two that were removed before. */
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
    'act.ask': [{ type: 'act.ask', act: { act: 'revoke', token } }],
    'act.take': [{ type: 'act.take', act: { act: 'revoke', token } }],
    'act.confirm': [{ type: 'act.confirm' }],
    'act.cancel': [{ type: 'act.cancel' }],
    'shown.dismiss': [{ type: 'shown.dismiss' }],
  },
  isPossible: ({ type }, { context: { rows } }) =>
    !/^(act\.ask|act\.take|entry\.edit)$/.test(type) || rows.some(({ id }) => id === token.id),
  sentences: collectionSentences,
  answers: {
    readEntries: [{ output: { rows: [token] } }, { error: offline }],
    saveEntry: [
      { output: { shown: { ...token, token: 'cla_7f3a_whole' } } },
      { output: { entry: hourly } },
      { output: {} },
      { error: nameTaken },
    ],
    takeAct: [
      { output: {} },
      { output: { entry: token } },
      { output: { entry: token, affectsOthers: true } },
      { output: { shown: { ...token, token: 'cla_9c1d_whole' } } },
      { error: offline },
    ],
    removeEntry: [{ output: undefined }, { error: offline }],
    restoreEntry: [{ output: { entry: weekly } }, { output: {} }, { error: offline }],
    network: [],
  },
};
