import { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { walkBare } from '../../support/bare.ts';
import { conversionDetailPlan } from '../../support/plans/conversions/conversion-detail.ts';

walkBare(conversionDetailMachine, conversionDetailPlan);
