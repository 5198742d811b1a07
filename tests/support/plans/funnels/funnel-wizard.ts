import type { Problem } from '#contract/problem.ts';
import type { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import { changedFunnel, conflict } from '../../funnel-editor.ts';
import {
  catalog,
  definition,
  detected,
  funnel,
  listPlace,
  newDraft,
  preview,
} from '../../funnels.ts';
import type { Plan } from '../../paths.ts';
import { member, offline, query } from '../../samples.ts';

const refusal = (field: string, sentence: string): Problem => ({
  kind: 'invalid',
  message: 'The server refused this input.',
  fields: { [field]: [sentence] },
});

const refused = (problem: Problem) => ({ problem, theirs: null });

export const funnelWizardPlan: Plan<typeof funnelWizardMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: { ...listPlace, params: { from: 'detect' } } },
      { type: 'address.recalled', place: { ...listPlace, params: { from: 'quiz' } } },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
    'template.choose': [{ type: 'template.choose', template: 'quiz' }],
    'detection.choose': [{ type: 'detection.choose' }],
    'suggestion.choose': [{ type: 'suggestion.choose', suggestion: detected }],
    'empty.choose': [{ type: 'empty.choose' }],
    'draft.resume': [{ type: 'draft.resume' }],
    'draft.discard': [{ type: 'draft.discard' }],
    'draft.keep': [{ type: 'draft.keep' }],
    'name.change': [
      { type: 'name.change', name: 'Main offer' },
      { type: 'name.change', name: '' },
    ],
    'slug.change': [
      { type: 'slug.change', slug: 'main-offer' },
      { type: 'slug.change', slug: '' },
    ],
    'slug.take': [{ type: 'slug.take' }],
    'definition.change': [
      { type: 'definition.change', definition },
      { type: 'definition.change', definition: { ...definition, steps: [] } },
    ],
    'catalog.retry': [{ type: 'catalog.retry' }],
    'preview.retry': [{ type: 'preview.retry' }],
    next: [{ type: 'next' }],
    back: [{ type: 'back' }],
    publish: [{ type: 'publish' }],
    'draft.stored': [{ type: 'draft.stored', created: { slug: newDraft.slug, version: 1 } }],
    leave: [{ type: 'leave' }],
    stay: [{ type: 'stay' }],
  },
  sentences: {
    'address.recalled': 'Open the wizard, with a template or by detection',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
    'template.choose': 'Choose a template',
    'detection.choose': 'Choose Detect from my events',
    'suggestion.choose': 'Choose a suggested path',
    'empty.choose': 'Choose Begin without steps',
    'draft.resume': 'Choose Go on',
    'draft.discard': 'Choose Discard',
    'draft.keep': 'Choose Keep it',
    'name.change': 'Enter a name, or remove it',
    'slug.change': 'Enter a short name, or remove it',
    'slug.take': 'Choose the suggested short name',
    'definition.change': 'Change a step or a setting, or remove all steps',
    'catalog.retry': 'Choose Read the events again',
    'preview.retry': 'Choose Count again',
    next: 'Choose Next',
    back: 'Choose Back',
    publish: 'Choose Create and publish',
    'draft.stored': 'The server has stored the draft',
    leave: 'Choose Cancel',
    stay: 'Choose Stay here',
  },
  answers: {
    address: [],
    recallDraft: [
      { output: null },
      { output: { draft: newDraft, at: 'naming', created: { slug: newDraft.slug, version: 1 } } },
      { output: { draft: newDraft, at: 'steps', created: null } },
      { output: { draft: newDraft, at: 'settings', created: null } },
      { output: { draft: newDraft, at: 'review', created: null } },
      { error: offline },
    ],
    suggestFunnels: [{ output: [detected] }, { output: [] }, { error: offline }],
    checkSlug: [
      { output: { free: true, suggestion: 'main-offer', reason: null } },
      {
        output: {
          free: false,
          suggestion: 'main-offer-2',
          reason: 'Another funnel has this short name.',
        },
      },
      { error: offline },
    ],
    readCatalog: [{ output: catalog }, { error: offline }],
    previewFunnel: [{ output: preview }, { error: offline }],
    creation: [
      { output: { published: funnel } },
      { output: refused(refusal('slug', 'Another funnel has this short name.')) },
      { output: refused(refusal('steps.0.matcher', 'Choose another event.')) },
      { output: refused(refusal('window_minutes', 'Choose from 1 minute to 90 days.')) },
      { output: { problem: conflict, theirs: changedFunnel } },
      { output: refused(offline) },
    ],
    archiveCreated: [{ output: undefined }, { error: conflict }, { error: offline }],
  },
};
