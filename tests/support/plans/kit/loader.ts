import type { RcData } from '#contract/analytics/report.ts';
import { type LoaderMachine, loaderOf } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import type { Plan } from '../../paths.ts';
import { answered, lastWeek, offline, otherProject, question, totals } from '../../samples.ts';

export const totalsLoader = loaderOf<RcData, Question>();

export const loaderPlan: Plan<LoaderMachine<RcData, Question>> = {
  inputs: [{ query: question }],
  events: {
    'query.change': [{ type: 'query.change', query: lastWeek }],
    'query.refine': [{ type: 'query.refine', query: otherProject }],
    retry: [{ type: 'retry' }],
    'figures.changed': [{ type: 'figures.changed' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  sentences: {
    'query.change': 'Choose another period or other filters',
    'query.refine': 'Sort the table by another column, or show a further column',
    retry: 'Press Retry',
    'figures.changed': 'Change a counted conversion, for example by correcting it',
    'network.returned': 'Connect the network again',
  },
  answers: {
    load: [{ output: answered(totals) }, { output: answered(totals, 'quiet') }, { error: offline }],
    network: [],
  },
};
