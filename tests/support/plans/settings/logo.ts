import type { Problem } from '#contract/problem.ts';
import type { logoMachine } from '#machines/settings/logo.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

const file = { name: 'logo.png', size: 2_048, type: 'image/png' };
const noPicture: Problem = { kind: 'invalid', message: 'Choose a PNG, JPEG or WebP picture.' };

export const logoPlan: Plan<typeof logoMachine> = {
  inputs: [{ subject: 7 }],
  events: {
    'file.choose': [{ type: 'file.choose', file }],
    'file.discard': [{ type: 'file.discard' }],
    'upload.start': [{ type: 'upload.start' }],
    'upload.cancel': [{ type: 'upload.cancel' }],
    'upload.progressed': [{ type: 'upload.progressed', share: 0.5 }],
    'upload.done': [{ type: 'upload.done', image: '/api/v1/images/new/' }],
    'upload.failed': [{ type: 'upload.failed', problem: offline }],
    'image.remove': [{ type: 'image.remove' }],
  },
  isPossible: ({ type }, { context }) => type !== 'image.remove' || context.image !== null,
  answers: {
    readImage: [{ output: '/api/v1/images/old/' }, { error: offline }],
    checkFile: [
      { output: { file, preview: 'data:image/png;base64,iVBORw0KGgo=' } },
      { error: noPicture },
    ],
    removeImage: [{ output: undefined }, { error: offline }],
    upload: [],
  },
};
