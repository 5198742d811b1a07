import { tokensMachine } from '#machines/settings/settings-lists.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { rosterPlan } from '../../support/plans/kit/roster.ts';

walkActor(tokensMachine, rosterPlan);
