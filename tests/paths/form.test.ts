import { companyMachine } from '#machines/settings-entries.ts';
import { walkBare } from '../support/bare.ts';
import { formPlan } from '../support/plans/form.ts';

walkBare(companyMachine, formPlan);
