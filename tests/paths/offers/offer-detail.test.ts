import { offerDetailMachine } from '#machines/offers/offer-detail.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { offerDetailPlan } from '../../support/plans/offers/offer-detail.ts';

walkActor(offerDetailMachine, offerDetailPlan);
