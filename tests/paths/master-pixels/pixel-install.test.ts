import { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { pixelInstallPlan } from '../../support/plans/master-pixels/pixel-install.ts';

walkActor(pixelInstallMachine, pixelInstallPlan);
