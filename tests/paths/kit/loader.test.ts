import { walkActor } from '../../support/actor-walk.ts';
import { loaderPlan, totalsLoader } from '../../support/plans/kit/loader.ts';

walkActor(totalsLoader, loaderPlan);
