import type { RcData } from '#contract/analytics/report.ts';
import type { LoaderMachine } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const loaderGestures: Gestures<LoaderMachine<RcData, Question>> = {
  'query.change': fromElsewhere,
  'query.refine': fromElsewhere,
  'figures.changed': fromElsewhere,
  'network.returned': fromElsewhere,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
