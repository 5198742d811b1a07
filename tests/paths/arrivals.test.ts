import { arrivalsMachine } from '#machines/arrivals.ts';
import { walkBare } from '../support/bare.ts';
import { arrivalsPlan } from '../support/plans/arrivals.ts';

walkBare(arrivalsMachine, arrivalsPlan);
