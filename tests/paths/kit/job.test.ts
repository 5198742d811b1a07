import { jobRunMachine } from '#machines/settings/scheduled-jobs.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { jobPlan } from '../../support/plans/kit/job.ts';

walkActor(jobRunMachine, jobPlan);
