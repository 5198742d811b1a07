import type { offerPayoutsMachine } from '#machines/offers/offer-payouts.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';
import { october, readyStatement, september } from '../../statements.ts';

export const offerPayoutsPlan: Plan<typeof offerPayoutsMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: { period: october, affiliate: null } },
      { type: 'address.recalled', place: { period: october, affiliate: 3 } },
    ],
    'query.change': [{ type: 'query.change', query: { ...query, project: 8 } }],
    'member.change': [{ type: 'member.change', member }],
    'period.choose': [{ type: 'period.choose', period: september }],
    'list.read': [
      { type: 'list.read', rows: [readyStatement] },
      { type: 'list.read', rows: [{ ...readyStatement, due: 0 }] },
    ],
    'statement.print': [{ type: 'statement.print' }],
  },
  sentences: {
    'address.recalled': 'Open the payouts of a month, or the statement of an affiliate',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
    'period.choose': 'Choose other days',
    'list.read': 'The statements are read',
    'statement.print': 'Choose Print',
  },
  answers: { address: [], statements: [], statement: [], saving: [] },
};
