import type { offersListMachine } from '#machines/offers/offers-list.ts';
import { bundle, offerRows, offersPlace, trial } from '../../offers.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';

export const offersListPlan: Plan<typeof offersListMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: offersPlace },
      { type: 'address.recalled', place: { ...offersPlace, range: 'last_30_days' } },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query: { ...query, timezone: 'UTC' } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
    'list.read': [{ type: 'list.read', rows: offerRows }],
    'range.choose': [{ type: 'range.choose', range: 'last_14_days' }],
    'params.change': [
      { type: 'params.change', params: { find: 'bundle' } },
      { type: 'params.change', params: { find: '' } },
    ],
    'offers.choose': [
      { type: 'offers.choose', ids: [bundle.id], isChosen: true },
      { type: 'offers.choose', ids: [bundle.id, trial.id], isChosen: false },
    ],
    'offers.changed': [{ type: 'offers.changed' }],
    'import.open': [{ type: 'import.open' }],
    'import.close': [{ type: 'import.close' }],
  },
  sentences: {
    'address.recalled': 'Open the address of the list, or of its days',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
    'list.read': 'The list of offers is read',
    'range.choose': 'Choose other days',
    'params.change': 'Search, filter or sort the list',
    'offers.choose': 'Choose offers by their boxes',
    'offers.changed': 'Offers were changed',
    'import.open': 'Choose Import CSV',
    'import.close': 'Close the dialog',
  },
  answers: { address: [], list: [], figures: [], changes: [], importing: [] },
};
