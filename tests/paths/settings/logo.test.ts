import { logoMachine } from '#machines/settings/logo.ts';
import { walkBare } from '../../support/bare.ts';
import { logoPlan } from '../../support/plans/settings/logo.ts';

walkBare(logoMachine, logoPlan);
