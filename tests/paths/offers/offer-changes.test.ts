import { offerChangesMachine } from '#machines/offers/offer-changes.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { offerChangesPlan } from '../../support/plans/offers/offer-changes.ts';

walkActor(offerChangesMachine, offerChangesPlan);
