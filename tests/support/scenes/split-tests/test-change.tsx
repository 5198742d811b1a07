import { testChangeMachine } from '#machines/split-tests/test-change.ts';
import { ChangeDialog } from '#views/split-tests/detail/ChangeDialog.tsx';
import { ChangeNotice } from '#views/split-tests/detail/ChangeNotice.tsx';
import { testChangePlan } from '../../plans/split-tests/test-change.ts';
import { sceneOf } from '../../scene.ts';
import { readyResults, runningTest } from '../../split-test-detail.ts';
import { withActors } from '../../stub-machines.ts';

export const testChangeScene = sceneOf(testChangeMachine, testChangePlan, {
  provide: withActors,
  view: (actor) => (
    <>
      <ChangeNotice actor={actor} />
      <ChangeDialog actor={actor} test={runningTest} results={readyResults} />
    </>
  ),
});
