import { z } from 'zod';
import { groupings } from '../analytics/dimensions.ts';
import { derivedSorts, tableSorts } from '../analytics/report-query.ts';
import { longestText } from '../text-length.ts';

export const pageSizes = [10, 25, 50, 100, 'all'] as const;
export type PageSize = (typeof pageSizes)[number];

const crumb = z.object({
  grouping: z.enum(groupings),
  key: z.string().max(longestText).nullable(),
  label: z.string().max(longestText),
});

/** How the conversion table opens: the opened rows, the order and the columns. A missing field means the default. */
export const tableStateSchema = z.object({
  grouping: z.enum(groupings).optional().catch(undefined),
  path: z.array(crumb).max(groupings.length).optional().catch(undefined),
  sort: z
    .enum([...tableSorts, ...derivedSorts])
    .optional()
    .catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  pageSize: z.literal(pageSizes).optional().catch(undefined),
  isEarning: z.boolean().optional().catch(undefined),
  /** Whether the rows that spent without revenue are shown. */
  isSpentOpen: z.boolean().optional().catch(undefined),
  /** Whether costs are spread over clicks where rows or filters name what costs do not. */
  isEstimating: z.boolean().optional().catch(undefined),
  columns: z.array(z.string().max(64)).min(1).max(100).optional().catch(undefined),
});
export type TableState = z.infer<typeof tableStateSchema>;
