import type { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import { health, partner, platform } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const pixelHealthPlan: Plan<typeof pixelHealthMachine> = {
  events: {
    'pixel.open': [
      { type: 'pixel.open', id: partner.id },
      { type: 'pixel.open', id: platform.id },
    ],
    'pixel.close': [{ type: 'pixel.close' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: { network: [], readHealth: [{ output: health }, { error: offline }] },
};
