import type { newTermsMachine, TermsChangedEvent } from '#machines/offers/new-terms.ts';
import { termsFrom } from '#model/offer-terms.ts';
import { currentTerms, offerScope, plannedTerms, termsPreview } from '../../offer-detail.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const { parent } = recordingParent<TermsChangedEvent>();
const draft = termsFrom(currentTerms);

export const newTermsPlan: Plan<typeof newTermsMachine> = {
  inputs: [{ scope: offerScope, parent }],
  events: {
    'terms.edit': [{ type: 'terms.edit', draft }],
    'terms.preview': [{ type: 'terms.preview', draft }],
    'terms.back': [{ type: 'terms.back' }],
    'terms.save': [{ type: 'terms.save' }],
    'terms.cancel': [{ type: 'terms.cancel' }],
  },
  sentences: {
    'terms.edit': 'Press Change at terms',
    'terms.preview': 'Press See whom it affects',
    'terms.back': 'Press Back',
    'terms.save': 'Press Save terms',
    'terms.cancel': 'Close the dialog',
  },
  answers: {
    previewTerms: [{ output: termsPreview }, { error: offline }],
    saveTerms: [{ output: plannedTerms }, { error: offline }],
  },
};
