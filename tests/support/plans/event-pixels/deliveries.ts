import type { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { partner, platform } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';

export const deliveriesPlan: Plan<typeof deliveriesMachine> = {
  events: {
    'pixel.open': [
      { type: 'pixel.open', id: partner.id },
      { type: 'pixel.open', id: platform.id },
    ],
    'pixel.close': [{ type: 'pixel.close' }],
  },
  sentences: {
    'pixel.open': 'Open an event pixel',
    'pixel.close': 'Close the event pixel',
  },
  answers: { list: [] },
};
