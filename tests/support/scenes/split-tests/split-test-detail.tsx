import { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import { SplitTestDetailScreen } from '#views/split-tests/SplitTestDetailScreen.tsx';
import { splitTestDetailPlan } from '../../plans/split-tests/split-test-detail.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const splitTestDetailScene = sceneOf(splitTestDetailMachine, splitTestDetailPlan, {
  provide: withActors,
  view: (actor) => <SplitTestDetailScreen actor={actor} />,
});
