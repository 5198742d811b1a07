import { walkBare } from '../../support/bare.ts';
import { loaderPlan, totalsLoader } from '../../support/plans/kit/loader.ts';

walkBare(totalsLoader, loaderPlan);
