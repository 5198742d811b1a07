import { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { walkBare } from '../../support/bare.ts';
import { pixelInstallPlan } from '../../support/plans/master-pixels/pixel-install.ts';

walkBare(pixelInstallMachine, pixelInstallPlan);
