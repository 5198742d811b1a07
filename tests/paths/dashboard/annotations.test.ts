import { annotationsMachine } from '#machines/dashboard/annotations.ts';
import { walkBare } from '../../support/bare.ts';
import { annotationsPlan } from '../../support/plans/dashboard/annotations.ts';

walkBare(annotationsMachine, annotationsPlan);
