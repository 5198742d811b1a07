import type { tokensMachine } from '#machines/settings/settings-lists.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import { nameTaken, token } from '../../settings.ts';

const draft = {
  name: 'Hourly export',
  scopes: ['reports.read' as const],
  expires_in_days: 90,
  password: 'correct horse battery',
};

/** A list as that of tokens: it has a form, an act that is asked about first, and a secret that is told once. */
export const rosterPlan: Plan<typeof tokensMachine> = {
  inputs: [{ subject: 7 }],
  events: {
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
    'entry.open': [{ type: 'entry.open', draft }],
    'entry.save': [{ type: 'entry.save', draft }],
    'entry.cancel': [{ type: 'entry.cancel' }],
    'act.ask': [{ type: 'act.ask', act: { act: 'revoke', token } }],
    'act.take': [{ type: 'act.take', act: { act: 'revoke', token } }],
    'act.confirm': [{ type: 'act.confirm' }],
    'act.cancel': [{ type: 'act.cancel' }],
    'shown.dismiss': [{ type: 'shown.dismiss' }],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
  },
  sentences: {
    retry: 'Press Retry',
    'network.returned': 'Connect the network again',
    'entry.open': 'Open the form of an entry, new or listed',
    'entry.save': 'Fill in the form and save it',
    'entry.cancel': 'Cancel the form',
    'act.ask': 'Start an act that asks for confirmation first',
    'act.take': 'Start an act that asks nothing',
    'act.confirm': 'Confirm the act',
    'act.cancel': 'Cancel the question about the act',
    'shown.dismiss': 'Close the secret that is shown once',
    'problem.dismiss': 'Dismiss the error message',
  },
  answers: {
    readEntries: [{ output: [token] }, { error: offline }],
    saveEntry: [
      { output: { ...token, token: 'cla_7f3a_whole' } },
      { output: null },
      { error: nameTaken },
    ],
    takeAct: [
      { output: null },
      { output: { ...token, token: 'cla_9c1d_whole' } },
      { error: offline },
    ],
    network: [],
  },
};
