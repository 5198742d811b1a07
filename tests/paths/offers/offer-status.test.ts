import { offerStatusMachine } from '#machines/offers/offer-status.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { offerStatusPlan } from '../../support/plans/offers/offer-status.ts';

walkActor(offerStatusMachine, offerStatusPlan);
