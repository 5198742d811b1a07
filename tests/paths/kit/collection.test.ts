import { walkBare } from '../../support/bare.ts';
import { collectionPlan, tokenCollection } from '../../support/plans/kit/collection.ts';

walkBare(tokenCollection, collectionPlan);
