import { z } from 'zod';

/** The number of a row that is asked for, as far as there can be one. */
export const rowId = z.int().min(1).max(2_147_483_647);
