import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import { walkBare } from '../../support/bare.ts';
import { firstEventPlan } from '../../support/plans/dashboard/first-event.ts';

walkBare(firstEventMachine, firstEventPlan);
