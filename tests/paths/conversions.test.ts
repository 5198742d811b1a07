import { conversionsMachine } from '#machines/conversions.ts';
import { walkBare } from '../support/bare.ts';
import { conversionsPlan } from '../support/plans/conversions.ts';

walkBare(conversionsMachine, conversionsPlan);
