import type { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { health, partner, pixelList } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { member, offline, query } from '../../samples.ts';

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
    'member.change': [{ type: 'member.change', member }],
    'list.read': [{ type: 'list.read', rows: pixelList.rows }],
  },
  sentences: {
    'pixel.recalled': 'Open the address of the list, or of a pixel',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
    'list.read': 'The list of pixels is read',
  },
  answers: {
    address: [],
    list: [],
    editor: [],
    testDelivery: [],
    health: [],
    deliveries: [],
    readHealths: [{ output: { [partner.id]: health } }, { error: offline }],
  },
};
