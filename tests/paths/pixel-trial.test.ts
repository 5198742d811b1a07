import { pixelTrialMachine } from '#machines/pixel-trial.ts';
import { walkBare } from '../support/bare.ts';
import { pixelTrialPlan } from '../support/plans/pixel-trial.ts';

walkBare(pixelTrialMachine, pixelTrialPlan);
