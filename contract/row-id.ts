import { z } from 'zod';

/** The id of a row, within PostgreSQL's `integer`. */
export const rowId = z.int().min(1).max(2_147_483_647);
