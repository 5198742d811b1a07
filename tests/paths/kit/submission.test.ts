import { submissionOf } from '#machines/kit/submission.ts';
import { walkBare } from '../../support/bare.ts';
import { submissionPlan } from '../../support/plans/kit/submission.ts';

walkBare(submissionOf<string, string>(), submissionPlan);
