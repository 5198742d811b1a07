import type { testResultsMachine } from '#machines/split-tests/test-results.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const testResultsGestures: Gestures<typeof testResultsMachine> = {
  'list.read': fromElsewhere,
  'results.refresh': fromElsewhere,
};
