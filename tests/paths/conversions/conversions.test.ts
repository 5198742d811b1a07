import { conversionsMachine } from '#machines/conversions/conversions.ts';
import { walkBare } from '../../support/bare.ts';
import { conversionsPlan } from '../../support/plans/conversions/conversions.ts';

walkBare(conversionsMachine, conversionsPlan);
