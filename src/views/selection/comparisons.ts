import type { Query } from '#model/query.ts';

/** The names of the comparisons. */
export const comparisonNames = {
  same_elapsed: 'Same part of the period before',
  previous: 'Whole period before',
  last_year: 'Same days last year',
  none: 'No comparison',
  custom: 'Custom days',
} satisfies Record<Query['comparison'], string>;

/** Short names of the comparisons. */
export const comparisonWords = {
  same_elapsed: 'vs same time',
  previous: 'vs period before',
  last_year: 'vs last year',
  none: 'No comparison',
  custom: 'vs custom days',
} satisfies Record<Query['comparison'], string>;

/** The comparisons without days of their own. */
export const plainComparisons = ['same_elapsed', 'previous', 'last_year', 'none'] as const;
