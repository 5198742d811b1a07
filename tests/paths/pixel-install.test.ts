import { pixelInstallMachine } from '#machines/pixel-install.ts';
import { walkBare } from '../support/bare.ts';
import { pixelInstallPlan } from '../support/plans/pixel-install.ts';

walkBare(pixelInstallMachine, pixelInstallPlan);
