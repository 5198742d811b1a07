import { offersListMachine } from '#machines/offers/offers-list.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { offersListPlan } from '../../support/plans/offers/offers-list.ts';

walkActor(offersListMachine, offersListPlan);
