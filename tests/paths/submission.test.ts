import { submissionOf } from '#machines/submission.ts';
import { walkBare } from '../support/bare.ts';
import { submissionPlan } from '../support/plans/submission.ts';

walkBare(submissionOf<string, string>(), submissionPlan);
