import { documentMachine } from '#machines/document.ts';
import { walkBare } from '../support/bare.ts';
import { documentPlan } from '../support/plans/document.ts';

walkBare(documentMachine, documentPlan);
