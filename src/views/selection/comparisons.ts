import type { Query } from '#model/query.ts';

/** The words for what figures are compared with. */
export const comparisonNames = {
  same_elapsed: 'Same part of the period before',
  previous: 'Whole period before',
  last_year: 'Same days last year',
  none: 'No comparison',
  custom: 'Custom days',
} satisfies Record<Query['comparison'], string>;

/** The same where there is little room. */
export const comparisonWords = {
  same_elapsed: 'vs same time',
  previous: 'vs period before',
  last_year: 'vs last year',
  none: 'No comparison',
  custom: 'vs custom days',
} satisfies Record<Query['comparison'], string>;

/** Those that need no days. */
export const plainComparisons = ['same_elapsed', 'previous', 'last_year', 'none'] as const;
