import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { heavy } from '../warehouse/read-with-retry.ts';
import { isRegexFault } from './regex-fault.ts';

/** The same reader with more time; what the warehouse refuses to compute is a refusal that says what to do. */
export const bounded = <Reader extends Pick<AnalyticsReader, 'select'>>(
  analytics: Reader,
): Reader => ({
  ...analytics,
  select: (statement) => analytics.select({ ...statement, isLong: true }).catch(explain),
});

function explain(error: unknown): never {
  if (error instanceof Refusal && error.body.detail === heavy) {
    throw new Refusal(422, {
      detail:
        'This would take too long. Choose fewer days, a shorter window, or fewer filters on addresses.',
      code: 'query_too_heavy',
    });
  }
  if (isRegexFault(error)) {
    throw invalid('filters', 'This regular expression cannot be read. Use the RE2 syntax.');
  }
  throw error;
}
