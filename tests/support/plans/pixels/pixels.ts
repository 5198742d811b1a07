import type { pixelsMachine } from '#machines/pixels/pixels.ts';
import type { Plan } from '../../paths.ts';
import { member, query, screenInput } from '../../samples.ts';

export const pixelsPlan: Plan<typeof pixelsMachine> = {
  inputs: [screenInput],
  events: {
    'pixels.recalled': [
      { type: 'pixels.recalled', part: 'masters', id: null },
      { type: 'pixels.recalled', part: 'install', id: 5 },
      { type: 'pixels.recalled', part: 'events', id: null },
      { type: 'pixels.recalled', part: 'links', id: 4 },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
    'affiliate.choose': [{ type: 'affiliate.choose', affiliate: 4 }],
  },
  answers: {
    address: [],
    masterPixels: [],
    stream: [],
    orderTest: [],
    pixelExecuted: [],
    pixelInstall: [],
    eventPixels: [],
    trackingLinks: [],
    linkTest: [],
  },
};
