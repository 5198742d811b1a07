import { companyMachine } from '#machines/settings/settings-lists.ts';
import { walkBare } from '../../support/bare.ts';
import { formPlan } from '../../support/plans/kit/form.ts';

walkBare(companyMachine, formPlan);
