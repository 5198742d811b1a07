import { weekdayHoursMachine } from '#machines/dashboard/weekday-hours.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { weekdayHoursPlan } from '../../support/plans/dashboard/weekday-hours.ts';

walkActor(weekdayHoursMachine, weekdayHoursPlan);
