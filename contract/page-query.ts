import { z } from 'zod';

/** The `X-Next-Cursor` of the previous page, in lists that are ordered by the id of their rows. */
export const idCursor = z
  .string()
  .regex(/^\d{1,18}$/, 'Use a cursor from an earlier response.')
  .optional();

/** The rows of a page: 1 to 200, by default 50. */
export const pageSize = z
  .string()
  .regex(/^\d{1,3}$/, 'Enter a number from 1 to 200.')
  .transform(Number)
  .pipe(z.int().min(1).max(200))
  .default(50);
