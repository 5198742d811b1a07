import { savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { walkBare } from '../../support/bare.ts';
import { savedViewsPlan } from '../../support/plans/saved-views/saved-views.ts';

walkBare(savedViewsMachine, savedViewsPlan);
