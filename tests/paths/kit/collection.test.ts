import { walkActor } from '../../support/actor-walk.ts';
import { collectionPlan, tokenCollection } from '../../support/plans/kit/collection.ts';

walkActor(tokenCollection, collectionPlan);
