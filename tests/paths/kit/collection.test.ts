import { walkBare } from '../../support/bare.ts';
import { collectionPlan, walkedCollection } from '../../support/plans/kit/collection.ts';

walkBare(walkedCollection, collectionPlan);
