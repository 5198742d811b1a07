import type { LogFilter } from '#contract/conversions/log-filter.ts';
import type { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import { firstPage, lastPage, logQuestion, noPage } from '../../conversions.ts';
import type { Plan } from '../../paths.ts';
import { recorder } from '../../recorder.ts';
import { offline } from '../../samples.ts';

export const conversionLogPlan: Plan<typeof conversionLogMachine> = {
  inputs: [
    {
      query: logQuestion,
      parent: recorder<{ type: 'filter.changed'; filter: LogFilter } | { type: 'log.restarted' }>()
        .parent,
    },
  ],
  events: {
    'query.change': [{ type: 'query.change', query: { ...logQuestion, project: 8 } }],
    'filter.change': [{ type: 'filter.change', filter: { pairing: 'both' } }],
    'text.change': [{ type: 'text.change', text: { search: '1041' } }],
    'log.more': [{ type: 'log.more' }],
    'log.refresh': [{ type: 'log.refresh' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    network: [],
    readLog: [{ output: firstPage }, { output: lastPage }, { output: noPage }, { error: offline }],
  },
};
