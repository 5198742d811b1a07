import { deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import { walkBare } from '../../support/bare.ts';
import { pagedListPlan } from '../../support/plans/kit/paged-list.ts';

walkBare(deliveryListMachine, pagedListPlan);
