import { tokensMachine } from '#machines/settings/settings-lists.ts';
import { walkBare } from '../../support/bare.ts';
import { rosterPlan } from '../../support/plans/kit/collection.ts';

walkBare(tokensMachine, rosterPlan);
