import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import type { masterPixelsMachine, PixelDraft } from '#machines/master-pixels/master-pixels.ts';
import { freshPixel, pixel } from '../../master-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline, query } from '../../samples.ts';

const pixelDraft: PixelDraft = {
  name: 'Sign-up',
  event_name: 'lead',
  domains: ['shop.example'],
  consent_mode: 'assumed',
};
const nameTaken: Problem = {
  kind: 'invalid',
  message: 'name: Another pixel has this name.',
  fields: { name: ['Another pixel has this name.'] },
};

/** Two that were removed before. */
const [oldShop, oldBlog]: [MasterPixel, MasterPixel] = [
  { ...pixel, id: 3, name: 'Old shop', is_primary: false },
  { ...pixel, id: 4, name: 'Old blog', is_primary: false },
];

export const masterPixelsPlan: Plan<typeof masterPixelsMachine> = {
  inputs: [{ query }],
  events: {
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
    'pixel.add': [{ type: 'pixel.add' }],
    'pixel.edit': [{ type: 'pixel.edit', pixel }],
    'pixel.save': [{ type: 'pixel.save', draft: pixelDraft }],
    'pixel.cancel': [{ type: 'pixel.cancel' }],
    'pixel.turn': [{ type: 'pixel.turn', pixel, turn: { status: 'paused' } }],
    'pixel.remove': [{ type: 'pixel.remove', pixel: freshPixel }],
    'pixel.restore': [
      { type: 'pixel.restore', pixel: oldShop },
      { type: 'pixel.restore', pixel: oldBlog },
    ],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
  },
  isPossible: ({ type }, { context: { pixels } }) =>
    type !== 'pixel.remove' || pixels.filter(({ name }) => name === freshPixel.name).length === 1,
  answers: {
    readPixels: [{ output: [pixel, freshPixel] }, { error: offline }],
    createPixel: [{ output: { ...freshPixel, id: 9 } }, { error: nameTaken }],
    changePixel: [{ output: { ...pixel, name: 'Sign-up' } }, { error: nameTaken }],
    turnPixel: [{ output: { ...pixel, status: 'paused', state: 'paused' } }, { error: offline }],
    removePixel: [{ output: undefined }, { error: offline }],
    restorePixel: [{ output: freshPixel }, { error: offline }],
    network: [],
  },
};
