import { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { walkBare } from '../../support/bare.ts';
import { figureRowsPlan } from '../../support/plans/dashboard/figure-rows.ts';

walkBare(figureRowsMachine, figureRowsPlan);
