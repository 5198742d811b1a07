import type { Problem } from '#contract/problem.ts';
import type { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { collected, ordered } from '../../master-pixels.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';

const hearing = { project: 7, pixel: null, side: null };
const busy: Problem = {
  kind: 'limited',
  message: 'Too many live views are open. Close one and try again.',
};
const { parent } = recordingParent();

export const pixelStreamPlan: Plan<typeof pixelStreamMachine> = {
  inputs: [
    { hearing, parent: null },
    { hearing: { ...hearing, pixel: 6 }, parent },
  ],
  events: {
    'stream.opened': [{ type: 'stream.opened' }],
    'stream.told': [
      { type: 'stream.told', events: [collected] },
      { type: 'stream.told', events: [ordered] },
    ],
    'stream.rejected': [{ type: 'stream.rejected', reason: 'domain_not_allowed', count: 2 }],
    'stream.skipped': [{ type: 'stream.skipped' }],
    'stream.reached': [{ type: 'stream.reached', cursor: '14.1.1795205623000' }],
    'stream.lost': [{ type: 'stream.lost' }],
    'stream.refused': [{ type: 'stream.refused', error: busy }],
    'hearing.change': [{ type: 'hearing.change', hearing: { ...hearing, project: 8 } }],
    'filter.change': [{ type: 'filter.change', filter: { side: 'server' } }],
    'stream.pause': [{ type: 'stream.pause' }],
    'stream.resume': [{ type: 'stream.resume' }],
    'stream.clear': [{ type: 'stream.clear' }],
    retry: [{ type: 'retry' }],
    'network.lost': [{ type: 'network.lost' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: { hear: [], network: [] },
};
