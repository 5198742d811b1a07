import { openLog } from '#contract/conversion-log.ts';
import type { conversionsMachine } from '#machines/conversions.ts';
import { firstPage, lastPage, noPage } from '../conversions.ts';
import type { Plan } from '../paths.ts';
import { offline, query } from '../samples.ts';

export const conversionsPlan: Plan<typeof conversionsMachine> = {
  inputs: [{ query }],
  events: {
    'log.recalled': [
      { type: 'log.recalled', filter: openLog, id: null },
      { type: 'log.recalled', filter: { ...openLog, status: 'pending' }, id: null },
    ],
    'query.change': [{ type: 'query.change', query: { ...query, project: 8 } }],
    'filter.change': [{ type: 'filter.change', filter: { pairing: 'both' } }],
    'search.change': [{ type: 'search.change', search: '1041' }],
    'log.more': [{ type: 'log.more' }],
    'log.refresh': [{ type: 'log.refresh' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    address: [],
    network: [],
    story: [],
    readLog: [{ output: firstPage }, { output: lastPage }, { output: noPage }, { error: offline }],
  },
};
