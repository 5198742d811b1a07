import { correctionMachine } from '#machines/conversions/correction.ts';
import { walkBare } from '../../support/bare.ts';
import { correctionPlan } from '../../support/plans/conversions/correction.ts';

walkBare(correctionMachine, correctionPlan);
