import type { companyMachine } from '#machines/settings/company.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import { nameTaken, project } from '../../settings.ts';

const draft = {
  name: 'Acme Shops',
  url: 'https://acme.test',
  target: 'purchase',
  timezone: 'America/New_York',
  keep_addresses: false,
};

/** A form like that of the company page. */
export const formPlan: Plan<typeof companyMachine> = {
  inputs: [{ subject: 7 }],
  events: { retry: [{ type: 'retry' }], 'form.save': [{ type: 'form.save', draft }] },
  sentences: { retry: 'Press Retry', 'form.save': 'Fill in the form and save it' },
  answers: {
    readEntity: [{ output: project }, { error: offline }],
    saveEntity: [{ output: { ...project, name: 'Acme Shops' } }, { error: nameTaken }],
  },
};
