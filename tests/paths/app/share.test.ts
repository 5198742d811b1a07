import { shareMachine } from '#machines/app/share.ts';
import { walkBare } from '../../support/bare.ts';
import { sharePlan } from '../../support/plans/app/share.ts';

walkBare(shareMachine, sharePlan);
