import type { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const splitTestDetailGestures: Gestures<typeof splitTestDetailMachine> = {
  'address.recalled': fromElsewhere,
  'list.read': fromElsewhere,
  'test.changed': fromElsewhere,
  'test.outdated': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
};
