import type { Pixel } from '#contract/event-pixels/schemas.ts';
import type { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { health, noPixels, partner, pixelList } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { member, offline, query } from '../../samples.ts';

/** Two that were removed before. */
const [oldPartner, oldNetwork]: [Pixel, Pixel] = [
  { ...partner, id: 18, name: 'Old partner' },
  { ...partner, id: 19, name: 'Old network' },
];

export const eventPixelsPlan: Plan<typeof eventPixelsMachine> = {
  inputs: [{ query, member }],
  events: {
    'pixel.recalled': [
      { type: 'pixel.recalled', opened: null },
      { type: 'pixel.recalled', opened: { kind: 'one', id: partner.id } },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'pixel.switch': [{ type: 'pixel.switch', pixel: partner, status: 'paused' }],
    'pixel.remove': [{ type: 'pixel.remove', pixel: partner }],
    'pixel.restore': [
      { type: 'pixel.restore', pixel: oldPartner },
      { type: 'pixel.restore', pixel: oldNetwork },
    ],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    address: [],
    network: [],
    editor: [],
    trial: [],
    health: [],
    deliveries: [],
    readHealths: [{ output: { [partner.id]: health } }, { error: offline }],
    readPixels: [{ output: pixelList }, { output: noPixels }, { error: offline }],
    switchPixel: [{ output: { ...partner, status: 'paused' } }, { error: offline }],
    removePixel: [{ output: undefined }, { error: offline }],
    restorePixel: [{ output: undefined }, { error: offline }],
  },
};
