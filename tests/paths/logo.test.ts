import { logoMachine } from '#machines/logo.ts';
import { walkBare } from '../support/bare.ts';
import { logoPlan } from '../support/plans/logo.ts';

walkBare(logoMachine, logoPlan);
