import { tokensMachine } from '#machines/settings/settings-lists.ts';
import { walkBare } from '../../support/bare.ts';
import { rosterPlan } from '../../support/plans/kit/roster.ts';

walkBare(tokensMachine, rosterPlan);
