import { conversionsMachine } from '#machines/conversions/conversions.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { conversionsPlan } from '../../support/plans/conversions/conversions.ts';

walkActor(conversionsMachine, conversionsPlan);
