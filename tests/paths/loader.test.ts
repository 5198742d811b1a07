import { walkBare } from '../support/bare.ts';
import { loaderPlan, totalsLoader } from '../support/plans/loader.ts';

walkBare(totalsLoader, loaderPlan);
