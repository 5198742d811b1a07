import { z } from 'zod';
import { decimalMarks } from '#contract/amount-text.ts';
import { costFields, eventFields } from '#contract/collect/events.ts';
import { zoneSchema } from '#contract/time-zone.ts';
import { ImportProblem } from './problem.ts';
import { dayOrders } from './time-values.ts';

/** A column within a template. */
export const placeholder = /\{([^{}]+)\}/g;

const scalar = z.union(
  [z.string(), z.number(), z.boolean()],
  'Give a text, a number, true or false.',
);

const testSchema = z
  .strictObject({
    gt: z.number(),
    gte: z.number(),
    lt: z.number(),
    lte: z.number(),
    in: z.array(scalar).min(1),
    not: scalar,
    /** Whether a value exists. */
    set: z.boolean(),
  })
  .partial();

/** All must hold: a column equals a value, or passes a test. */
const whenSchema = z.record(
  z.string(),
  z.union([scalar, testSchema], 'Give a value, or a test such as {"gt": 0}.'),
);
export type When = z.infer<typeof whenSchema>;
export type Test = z.infer<typeof testSchema>;

const conversions = ['country', 'us_state', 'lower', 'upper', 'json'] as const;

const sourceSchema = z
  .strictObject({
    const: scalar.optional(),
    column: z.string().min(1).optional(),
    template: z.string().min(1).optional(),
    when: whenSchema.optional(),
    empty: z.array(z.string()).optional(),
    values: z.record(z.string(), scalar).optional(),
    multiply: z.number().positive().optional(),
    divide: z.number().positive().optional(),
    as: z.enum(conversions).optional(),
    default: scalar.optional(),
  })
  .refine(
    (source) =>
      [source.const, source.column, source.template].filter((one) => one !== undefined).length ===
      1,
    'Give exactly one of const, column and template.',
  );
export type Source = z.infer<typeof sourceSchema>;

const targetFields = new Set([...eventFields, ...costFields]);
const isTarget = (field: string) => targetFields.has(field) || /^params\.[^.]+$/.test(field);

const times = 'Give a whole number from 0 to 1,000, or the column that holds it.';
const ruleSchema = z.strictObject({
  when: whenSchema.optional(),
  /** The number of equal events of a row: a number, or the column that holds it. */
  repeat: z
    .union([z.int(times).min(0, times).max(1_000, times), z.string().min(1, times)], times)
    .optional(),
  fields: z.record(z.string(), sourceSchema).superRefine((fields, context) => {
    for (const field of Object.keys(fields))
      if (!isTarget(field))
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'This is no field of an event.',
        });
    if (!fields.event_name)
      context.addIssue({
        code: 'custom',
        path: ['event_name'],
        message: 'Every event needs a name.',
      });
  }),
});

/** How the rows of a file become events: each row is mapped by each of the `events`. */
const mappingSchema = z.strictObject({
  description: z.string().optional(),
  /** The zone of times without an offset. */
  timezone: zoneSchema.default('UTC'),
  /** Texts that mean an empty cell, in every column. */
  empty: z.array(z.string()).default([]),
  /** Of CSV; by default it is detected from the head line. */
  delimiter: z.string().length(1).optional(),
  /** What the decimals of amounts come after, and the order of days; by default the file tells. */
  decimal: z.enum(decimalMarks, 'Choose comma or dot.').optional(),
  dates: z.enum(dayOrders, 'Choose dmy or mdy.').optional(),
  events: z.array(ruleSchema).min(1, 'Describe at least one event.'),
});
export type Mapping = z.infer<typeof mappingSchema>;
export type Rule = Mapping['events'][number];

export function readMapping(text: string, name: string): Mapping {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new ImportProblem(
      `${name} is no JSON: ${error instanceof Error ? error.message : error}.`,
    );
  }
  const parsed = mappingSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw new ImportProblem(`${name} is no mapping. ${faults.join('; ')}`);
}

/** The columns that a source reads its value from. */
export const columnsIn = ({ column, template = '' }: Source): string[] => [
  ...(column === undefined ? [] : [column]),
  ...[...template.matchAll(placeholder)].flatMap(([, one = '']) => one),
];

/** Every column that a mapping uses. */
export function columnsOf({ events }: Mapping): string[] {
  const named = (when: When = {}) => Object.keys(when);
  const columns = events.flatMap(({ when, repeat, fields }) => [
    ...named(when),
    ...(typeof repeat === 'string' ? [repeat] : []),
    ...Object.values(fields).flatMap((source) => [...named(source.when), ...columnsIn(source)]),
  ]);
  return [...new Set(columns)];
}
