import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ConversionsAsked, conversionsMachine } from '#machines/conversions/conversions.ts';
import type { Plan } from '../../paths.ts';
import { member, query, screenInput } from '../../samples.ts';

const asked: ConversionsAsked = { view: 'log', filter: emptyLogFilter, isEarning: true, id: null };

export const conversionsPlan: Plan<typeof conversionsMachine> = {
  inputs: [screenInput],
  events: {
    'address.recalled': [
      { type: 'address.recalled', asked },
      { type: 'address.recalled', asked: { ...asked, view: 'summary' } },
      { type: 'address.recalled', asked: { ...asked, view: 'ledger' } },
      { type: 'address.recalled', asked: { ...asked, view: 'reconcile' } },
      { type: 'address.recalled', asked: { ...asked, view: 'postbacks' } },
      { type: 'address.recalled', asked: { ...asked, view: null, id: 'cv_1041' } },
    ],
    'query.change': [{ type: 'query.change', query: { ...query, project: 8 } }],
    'member.change': [{ type: 'member.change', member }],
    'filter.changed': [
      { type: 'filter.changed', filter: { ...emptyLogFilter, status: 'pending' } },
    ],
    'list.restarted': [{ type: 'list.restarted' }],
    'decision.made': [{ type: 'decision.made' }],
    'earning.set': [{ type: 'earning.set', on: false }],
  },
  answers: {
    address: [],
    decision: [],
    story: [],
    log: [],
    summary: [],
    ledger: [],
    reconcile: [],
    postbacks: [],
  },
};
