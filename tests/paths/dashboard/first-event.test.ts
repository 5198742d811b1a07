import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { firstEventPlan } from '../../support/plans/dashboard/first-event.ts';

walkActor(firstEventMachine, firstEventPlan);
