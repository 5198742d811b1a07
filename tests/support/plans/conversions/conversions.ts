import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ConversionsState, conversionsMachine } from '#machines/conversions/conversions.ts';
import type { Plan } from '../../paths.ts';
import { balances } from '../../payouts.ts';
import { member, query, screenInput } from '../../samples.ts';

const state: ConversionsState = { view: 'log', filter: emptyLogFilter, isEarning: true, id: null };

export const conversionsPlan: Plan<typeof conversionsMachine> = {
  inputs: [screenInput],
  events: {
    'address.recalled': [
      { type: 'address.recalled', state },
      { type: 'address.recalled', state: { ...state, view: 'summary' } },
      { type: 'address.recalled', state: { ...state, view: 'ledger' } },
      { type: 'address.recalled', state: { ...state, view: 'reconcile' } },
      { type: 'address.recalled', state: { ...state, view: 'postbacks' } },
      { type: 'address.recalled', state: { ...state, view: null, id: 'cv_1041' } },
      { type: 'address.recalled', state: { ...state, view: 'payouts' } },
    ],
    'earning.set': [{ type: 'earning.set', on: false }],
    'query.change': [{ type: 'query.change', query: { ...query, project: 8 } }],
    'member.change': [{ type: 'member.change', member }],
    'filter.changed': [
      { type: 'filter.changed', filter: { ...emptyLogFilter, status: 'pending' } },
    ],
    'list.restarted': [{ type: 'list.restarted' }],
    'list.read': [{ type: 'list.read', rows: balances }],
    'decision.made': [{ type: 'decision.made' }],
  },
  answers: {
    address: [],
    decision: [],
    detail: [],
    log: [],
    summary: [],
    ledger: [],
    balances: [],
    payouts: [],
    savePayouts: [],
    reconcile: [],
    postbacks: [],
  },
};
