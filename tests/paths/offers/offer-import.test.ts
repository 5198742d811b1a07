import { offerImportMachine } from '#machines/offers/offer-import.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { offerImportPlan } from '../../support/plans/offers/offer-import.ts';

walkActor(offerImportMachine, offerImportPlan);
