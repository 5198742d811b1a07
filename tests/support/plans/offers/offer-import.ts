import type { OfferImport } from '#contract/offers/offer.ts';
import type { offerImportMachine } from '#machines/offers/offer-import.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const { parent } = recordingParent<{ type: 'offers.changed' }>();

const found: OfferImport = {
  created: 2,
  changed: 1,
  lines: [
    { line: 2, offer_id: '101', name: 'Summer box', result: 'created', faults: [] },
    {
      line: 3,
      offer_id: null,
      name: 'No link',
      result: 'refused',
      faults: [{ column: 'destination_url', message: 'Put {click_id} into the address.' }],
    },
  ],
};
const nothing: OfferImport = { created: 0, changed: 0, lines: [] };

export const offerImportPlan: Plan<typeof offerImportMachine> = {
  inputs: [{ project: 7, parent }],
  events: {
    'file.choose': [{ type: 'file.choose', file: { name: 'offers.csv', size: 120 } }],
    'import.start': [{ type: 'import.start' }],
    'template.save': [{ type: 'template.save' }],
    retry: [{ type: 'retry' }],
  },
  sentences: {
    'file.choose': 'Choose a file',
    'import.start': 'Choose Import',
    'template.save': 'Choose Save a template',
    retry: 'Choose Retry',
  },
  answers: {
    checkFile: [{ output: found }, { output: nothing }, { error: offline }],
    importFile: [{ output: found }, { error: offline }],
  },
};
