import { pixelTrialMachine } from '#machines/event-pixels/pixel-trial.ts';
import { walkBare } from '../../support/bare.ts';
import { pixelTrialPlan } from '../../support/plans/event-pixels/pixel-trial.ts';

walkBare(pixelTrialMachine, pixelTrialPlan);
