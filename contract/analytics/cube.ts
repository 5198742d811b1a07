import { z } from 'zod';

const member = z.string().max(128);
const values = z.array(z.string().max(2_048)).max(5_000);

export const filterOperators = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'set',
  'notSet',
  'inDateRange',
  'beforeDate',
  'beforeOrOnDate',
  'afterDate',
  'afterOrOnDate',
] as const;

const leaf = z.strictObject({
  member: member.optional(),
  /** The old spelling of `member`, which Cube still accepts. */
  dimension: member.optional(),
  operator: z.enum(filterOperators),
  values: values.optional(),
});
export type CubeLeaf = z.infer<typeof leaf>;
export type CubeFilter = CubeLeaf | { and: CubeFilter[] } | { or: CubeFilter[] };
const filter: z.ZodType<CubeFilter> = z.lazy(() =>
  z.union([
    leaf,
    z.strictObject({ and: z.array(filter).max(100) }),
    z.strictObject({ or: z.array(filter).max(100) }),
  ]),
);

const order = z.enum(['asc', 'desc']);
const dateRange = z.union([z.string().max(64), z.array(z.string().max(64)).min(1).max(2)]);

/** A Cube query as its REST API documents it; unsupported parts are refused by name. */
export const cubeQuerySchema = z.strictObject({
  measures: z.array(member).max(40).default([]),
  dimensions: z.array(member).max(20).default([]),
  segments: z.array(member).max(0, 'This model has no segments.').default([]),
  timeDimensions: z
    .array(
      z.strictObject({
        dimension: member,
        granularity: z.enum(['hour', 'day', 'week', 'month', 'quarter', 'year']).nullish(),
        dateRange: dateRange.optional(),
        /** Several ranges instead of one, each answered as a query of its own; such calls send `queryType=multi`. */
        compareDateRange: z.array(dateRange).min(1).max(20).nullish(),
      }),
    )
    .max(1, 'One time dimension at most.')
    .default([]),
  filters: z.array(filter).max(100).default([]),
  order: z.union([z.record(member, order), z.array(z.tuple([member, order]))]).optional(),
  limit: z.int().min(1).max(50_000).nullish(),
  offset: z.int().min(0).max(10_000_000).nullish(),
  timezone: z.string().max(64).optional(),
  total: z.boolean().optional(),
  renewQuery: z.boolean().optional(),
  ungrouped: z.literal(false).optional(),
  responseFormat: z.enum(['default', 'compact']).optional(),
});
export type CubeQuery = z.infer<typeof cubeQuerySchema>;

const cell = z.string().nullable();
const annotation = z.record(
  z.string(),
  z.looseObject({
    title: z.string(),
    shortTitle: z.string(),
    type: z.string(),
    format: z.string().optional(),
  }),
);
export const cubeResultSchema = z.looseObject({
  query: z.looseObject({}),
  /** Figures are strings, as Cube writes them. */
  data: z.union([
    z.array(z.record(z.string(), cell)),
    z.object({ members: z.array(z.string()), dataset: z.array(z.array(cell)) }),
  ]),
  annotation: z.object({
    measures: annotation,
    dimensions: annotation,
    segments: annotation,
    timeDimensions: annotation,
  }),
  lastRefreshTime: z.string(),
});
export type CubeResult = z.infer<typeof cubeResultSchema>;

export const analyticsTokenSchema = z.object({ token: z.string(), expires_at: z.string() });
