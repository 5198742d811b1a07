import { shareMachine } from '#machines/share.ts';
import { walkBare } from '../support/bare.ts';
import { sharePlan } from '../support/plans/share.ts';

walkBare(shareMachine, sharePlan);
