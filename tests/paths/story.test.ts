import { storyMachine } from '#machines/story.ts';
import { walkBare } from '../support/bare.ts';
import { storyPlan } from '../support/plans/story.ts';

walkBare(storyMachine, storyPlan);
