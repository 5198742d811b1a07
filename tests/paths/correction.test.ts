import { correctionMachine } from '#machines/correction.ts';
import { walkBare } from '../support/bare.ts';
import { correctionPlan } from '../support/plans/correction.ts';

walkBare(correctionMachine, correctionPlan);
