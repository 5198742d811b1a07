import { correctionMachine } from '#machines/conversions/correction.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { correctionPlan } from '../../support/plans/conversions/correction.ts';

walkActor(correctionMachine, correctionPlan);
