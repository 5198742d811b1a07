import { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { conversionDetailPlan } from '../../support/plans/conversions/conversion-detail.ts';

walkActor(conversionDetailMachine, conversionDetailPlan);
