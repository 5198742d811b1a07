import type { Problem } from '#contract/problem.ts';
import type { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { collected, ordered } from '../../master-pixels.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';

const scope = { project: 7, pixel: null, side: null };
const busy: Problem = {
  kind: 'limited',
  message: 'Too many live views are open. Close one and try again.',
};
const { parent } = recordingParent();

export const pixelStreamPlan: Plan<typeof pixelStreamMachine> = {
  inputs: [
    { scope, parent: null },
    { scope: { ...scope, pixel: 6 }, parent },
  ],
  events: {
    'stream.opened': [{ type: 'stream.opened' }],
    'stream.received': [
      { type: 'stream.received', events: [collected] },
      { type: 'stream.received', events: [ordered] },
    ],
    'stream.rejected': [{ type: 'stream.rejected', reason: 'domain_not_allowed', count: 2 }],
    'stream.skipped': [{ type: 'stream.skipped' }],
    'stream.advanced': [{ type: 'stream.advanced', cursor: '14.1.1795205623000' }],
    'stream.lost': [{ type: 'stream.lost' }],
    'stream.refused': [{ type: 'stream.refused', error: busy }],
    'scope.change': [{ type: 'scope.change', scope: { ...scope, project: 8 } }],
    'filter.change': [{ type: 'filter.change', filter: { side: 'server' } }],
    'stream.pause': [{ type: 'stream.pause' }],
    'stream.resume': [{ type: 'stream.resume' }],
    'stream.clear': [{ type: 'stream.clear' }],
    retry: [{ type: 'retry' }],
    'network.lost': [{ type: 'network.lost' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: { subscribeToStream: [], network: [] },
};
