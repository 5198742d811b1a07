import type { offerEditorMachine } from '#machines/offers/offer-editor.ts';
import { bundle, offersPlace } from '../../offers.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';

export const offerEditorPlan: Plan<typeof offerEditorMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: offersPlace },
      { type: 'address.recalled', place: { ...offersPlace, id: bundle.id } },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, timezone: 'UTC' } },
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
  },
  sentences: {
    'address.recalled': 'Open the address of an offer, or of a new one',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
  },
  answers: { address: [], form: [], drafts: [], fallbacks: [] },
};
