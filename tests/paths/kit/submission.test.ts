import { submissionOf } from '#machines/kit/submission.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { submissionPlan } from '../../support/plans/kit/submission.ts';

walkActor(submissionOf<string, string>(), submissionPlan);
