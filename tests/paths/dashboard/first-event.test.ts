import { arrivalsMachine } from '#machines/dashboard/first-event.ts';
import { walkBare } from '../../support/bare.ts';
import { arrivalsPlan } from '../../support/plans/dashboard/first-event.ts';

walkBare(arrivalsMachine, arrivalsPlan);
