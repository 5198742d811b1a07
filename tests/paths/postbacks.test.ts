import { postbacksMachine } from '#machines/postbacks.ts';
import { walkBare } from '../support/bare.ts';
import { postbacksPlan } from '../support/plans/postbacks.ts';

walkBare(postbacksMachine, postbacksPlan);
