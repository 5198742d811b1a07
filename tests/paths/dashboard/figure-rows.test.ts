import { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { figureRowsPlan } from '../../support/plans/dashboard/figure-rows.ts';

walkActor(figureRowsMachine, figureRowsPlan);
