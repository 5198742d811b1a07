import type { RcData } from '#contract/analytics/report.ts';
import type { LoaderMachine } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { type Gestures, told } from '../../viewed.tsx';

export const loaderGestures: Gestures<LoaderMachine<RcData, Question>> = {
  'query.change': told,
  'query.refine': told,
  'figures.changed': told,
  'network.returned': told,
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
