import { publishingMachine } from '#machines/funnels/publishing.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { publishingPlan } from '../../support/plans/funnels/publishing.ts';

walkActor(publishingMachine, publishingPlan);
