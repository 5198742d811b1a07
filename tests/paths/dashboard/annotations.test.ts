import { annotationsMachine } from '#machines/dashboard/annotations.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { annotationsPlan } from '../../support/plans/dashboard/annotations.ts';

walkActor(annotationsMachine, annotationsPlan);
