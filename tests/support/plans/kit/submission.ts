import type { SubmissionMachine } from '#machines/kit/submission.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const submissionPlan: Plan<SubmissionMachine<string, string>> = {
  events: { 'answers.submit': [{ type: 'answers.submit', answers: 'ana@acme.test' }] },
  sentences: { 'answers.submit': 'Fill in the form and send it' },
  answers: { submit: [{ output: 'We sent you a mail.' }, { error: offline }] },
};
