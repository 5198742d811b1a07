import { tokensMachine } from '#machines/settings-entries.ts';
import { walkBare } from '../support/bare.ts';
import { rosterPlan } from '../support/plans/roster.ts';

walkBare(tokensMachine, rosterPlan);
