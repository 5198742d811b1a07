import { annotationsMachine } from '#machines/annotations.ts';
import { walkBare } from '../support/bare.ts';
import { annotationsPlan } from '../support/plans/annotations.ts';

walkBare(annotationsMachine, annotationsPlan);
