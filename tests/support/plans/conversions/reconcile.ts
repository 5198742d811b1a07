import type { Problem } from '#contract/problem.ts';
import type { reconcileMachine } from '#machines/conversions/reconcile.ts';
import type { Plan } from '../../paths.ts';
import { reconciliation } from '../../reconciliation.ts';
import { offline } from '../../samples.ts';

const unfit: Problem = { kind: 'invalid', message: 'The file has no header line.' };

const unclear: Problem = {
  kind: 'invalid',
  message: 'The amount "1.234" can be read in two ways.',
  fields: { decimal: ['The amount "1.234" can be read in two ways.'] },
};

export const reconcilePlan: Plan<typeof reconcileMachine> = {
  inputs: [{ project: 7, timezone: 'UTC' }],
  events: {
    'file.choose': [{ type: 'file.choose', file: { name: 'network.csv', size: 40 } }],
    'columns.change': [
      {
        type: 'columns.change',
        choice: { columns: reconciliation.columns, matchBy: 'click_id' },
      },
    ],
    'decimal.choose': [{ type: 'decimal.choose', decimal: 'comma' }],
    'rows.refresh': [{ type: 'rows.refresh' }],
    'values.taken': [{ type: 'values.taken' }],
    'project.change': [
      { type: 'project.change', project: 8, timezone: 'UTC' },
      { type: 'project.change', project: 7, timezone: 'Europe/Berlin' },
    ],
    retry: [{ type: 'retry' }],
  },
  answers: {
    compareFile: [
      { output: reconciliation },
      { error: unfit },
      { error: unclear },
      { error: offline },
    ],
    values: [],
  },
};
