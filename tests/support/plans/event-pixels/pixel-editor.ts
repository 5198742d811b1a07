import type { Problem } from '#contract/problem.ts';
import type { pixelEditorMachine } from '#machines/event-pixels/pixel-editor.ts';
import { draftKeyOf } from '#machines/event-pixels/pixel-model.ts';
import { openedPixel, partner, place, unsaved } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

const missing: Problem = { kind: 'missing', message: 'This does not exist.' };
const conflict: Problem = {
  kind: 'conflict',
  message: 'Someone else changed this pixel meanwhile.',
};
const inside: Problem = {
  kind: 'invalid',
  message: 'url_template: This address lies inside a private network.',
  fields: { url_template: ['This address lies inside a private network.'] },
};

const keptAt = (version: string) => ({
  [draftKeyOf(place, { kind: 'one', id: partner.id })]: { draft: unsaved, version },
});

export const pixelEditorPlan: Plan<typeof pixelEditorMachine> = {
  inputs: [
    { place },
    { place, drafts: keptAt(partner.updated_at) },
    { place, drafts: keptAt('2026-11-20T08:00:00.000Z') },
  ],
  events: {
    'drafts.recalled': [{ type: 'drafts.recalled', drafts: {} }],
    'place.change': [
      { type: 'place.change', place: { ...place, chosen: [3] } },
      { type: 'place.change', place: { ...place, project: 8, slug: 'bolt' } },
    ],
    'editor.open': [
      { type: 'editor.open', opened: { kind: 'one', id: partner.id } },
      { type: 'editor.open', opened: { kind: 'new', from: null } },
    ],
    'editor.close': [{ type: 'editor.close' }],
    'draft.change': [
      { type: 'draft.change', change: { name: 'Partner two' } },
      { type: 'draft.change', change: { name: '' } },
    ],
    'draft.save': [{ type: 'draft.save' }],
    'draft.discard': [{ type: 'draft.discard' }],
    'field.leave': [{ type: 'field.leave', field: 'name' }],
    'conflict.take': [{ type: 'conflict.take' }],
    'conflict.keep': [{ type: 'conflict.keep' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    network: [],
    keptDrafts: [],
    openPixel: [{ output: openedPixel }, { error: missing }, { error: offline }],
    savePixel: [
      { output: { ...partner, name: 'Partner two' } },
      { error: conflict },
      { error: inside },
    ],
  },
};
