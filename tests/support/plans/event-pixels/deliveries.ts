import type { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { deliveries, lastDeliveries, noDeliveries, partner, platform } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const deliveriesPlan: Plan<typeof deliveriesMachine> = {
  events: {
    'pixel.open': [
      { type: 'pixel.open', id: partner.id },
      { type: 'pixel.open', id: platform.id },
    ],
    'pixel.close': [{ type: 'pixel.close' }],
    'outcome.choose': [{ type: 'outcome.choose', outcome: 'http_error' }],
    'log.more': [{ type: 'log.more' }],
    'log.refresh': [{ type: 'log.refresh' }],
    'replay.send': [{ type: 'replay.send', outcome: 'http_error' }],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    network: [],
    readDeliveries: [
      { output: deliveries },
      { output: lastDeliveries },
      { output: noDeliveries },
      { error: offline },
    ],
    replayDeliveries: [{ output: { replayed: 2, skipped: 1 } }, { error: offline }],
  },
};
