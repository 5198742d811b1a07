import { companyMachine } from '#machines/settings/company.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { formPlan } from '../../support/plans/kit/form.ts';

walkActor(companyMachine, formPlan);
