import { postbacksMachine } from '#machines/conversions/postbacks.ts';
import { walkBare } from '../../support/bare.ts';
import { postbacksPlan } from '../../support/plans/conversions/postbacks.ts';

walkBare(postbacksMachine, postbacksPlan);
