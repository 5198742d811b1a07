import type { navigationMachine } from '#machines/app/navigation.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';

const { parent } = recordingParent();

const placeAt = (path: string, search = '') => ({ path, search, hash: '' });

export const navigationPlan: Plan<typeof navigationMachine> = {
  inputs: [
    { audience: 'guest', parent },
    { audience: 'member', parent },
  ],
  events: {
    'location.changed': [
      { type: 'location.changed', place: placeAt('/') },
      { type: 'location.changed', place: placeAt('/login') },
      { type: 'location.changed', place: placeAt('/dashboard') },
      { type: 'location.changed', place: placeAt('/dashboard', '?compare=none') },
      { type: 'location.changed', place: placeAt('/terms') },
    ],
  },
  answers: { location: [] },
};
