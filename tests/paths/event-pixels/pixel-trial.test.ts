import { pixelTrialMachine } from '#machines/event-pixels/pixel-trial.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { pixelTrialPlan } from '../../support/plans/event-pixels/pixel-trial.ts';

walkActor(pixelTrialMachine, pixelTrialPlan);
