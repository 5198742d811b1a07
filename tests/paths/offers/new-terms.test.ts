import { newTermsMachine } from '#machines/offers/new-terms.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { newTermsPlan } from '../../support/plans/offers/new-terms.ts';

walkActor(newTermsMachine, newTermsPlan);
