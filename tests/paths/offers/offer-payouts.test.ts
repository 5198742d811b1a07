import { offerPayoutsMachine } from '#machines/offers/offer-payouts.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { offerPayoutsPlan } from '../../support/plans/offers/offer-payouts.ts';

walkActor(offerPayoutsMachine, offerPayoutsPlan);
