import type { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import type { Plan } from '../../paths.ts';
import { filterValues, offline, query } from '../../samples.ts';

export const filterOptionsPlan: Plan<typeof filterOptionsMachine> = {
  inputs: [{ query }, { query: { ...query, filters: { campaign_id: ['238401'] } } }],
  events: {
    'group.open': [
      { type: 'group.open', group: 'utm_source' },
      { type: 'group.open', group: 'country' },
    ],
    'group.close': [{ type: 'group.close' }],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query: { ...query, filters: { campaign_id: ['238401'] } } },
    ],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    network: [],
    readValues: [{ output: filterValues.utm_source ?? [] }, { output: [] }, { error: offline }],
  },
};
