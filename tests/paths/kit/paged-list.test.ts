import { deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { pagedListPlan } from '../../support/plans/kit/paged-list.ts';

walkActor(deliveryListMachine, pagedListPlan);
