import type { pixelsMachine } from '#machines/pixels/pixels.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';

export const pixelsPlan: Plan<typeof pixelsMachine> = {
  inputs: [{ query, member }],
  events: {
    'pixels.recalled': [
      { type: 'pixels.recalled', part: 'masters', id: null },
      { type: 'pixels.recalled', part: 'install', id: 5 },
      { type: 'pixels.recalled', part: 'events', id: null },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
  },
  answers: {
    address: [],
    masterPixels: [],
    stream: [],
    orderTest: [],
    pixelExecuted: [],
    pixelInstall: [],
    eventPixels: [],
  },
};
