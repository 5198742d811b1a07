import { figureRowsMachine } from '#machines/figure-rows.ts';
import { walkBare } from '../support/bare.ts';
import { figureRowsPlan } from '../support/plans/figure-rows.ts';

walkBare(figureRowsMachine, figureRowsPlan);
