import { savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { savedViewsPlan } from '../../support/plans/saved-views/saved-views.ts';

walkActor(savedViewsMachine, savedViewsPlan);
