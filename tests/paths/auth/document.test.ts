import { documentMachine } from '#machines/auth/document.ts';
import { walkBare } from '../../support/bare.ts';
import { documentPlan } from '../../support/plans/auth/document.ts';

walkBare(documentMachine, documentPlan);
