import { documentMachine } from '#machines/auth/document.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { documentPlan } from '../../support/plans/auth/document.ts';

walkActor(documentMachine, documentPlan);
