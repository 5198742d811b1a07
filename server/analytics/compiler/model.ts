import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { figuresOfCost } from '#contract/analytics/table-figures.ts';
import { projectRoot } from '../../platform/project-root.ts';
import { recordsIn } from '../rewriting/aggregates.ts';
import { expandMeasure, measuresIn, overCube } from '../rewriting/model-names.ts';
import { type Arm, armsOf } from '../rewriting/union-arms.ts';
import { withZoneMark } from '../rewriting/zone-mark.ts';
import { withEstimates } from './estimated-measures.ts';
import { withDimensions } from './model-dimensions.ts';
import { estimated, spreadArm } from './spread-arm.ts';

const sides = ['server', 'browser'] as const;
/** The figures of the cards, whichever side is chosen and whatever counts as one. */
export const figures = [
  'revenue',
  'revenue_error',
  'conversions',
  'users',
  'aov',
  'per_user',
  'net_revenue',
  'profit',
  'roas',
  'roi',
  'margin',
  'cpa',
  'epc',
  'conversion_rate',
  ...figuresOfCost.map((figure) => `estimated_${figure}` as const),
] as const;
export type Figure = (typeof figures)[number];
type Side = (typeof sides)[number];

const name = z.string().regex(/^[a-z][a-z0-9_]*$/);
const dimensionSchema = z.strictObject({
  name,
  title: z.string(),
  description: z.string().optional(),
  sql: z.string(),
  type: z.enum(['string', 'number', 'time']),
  meta: z.strictObject({ column: name }).optional(),
});
const measureSchema = z.strictObject({
  name,
  title: z.string(),
  description: z.string(),
  sql: z.string(),
  type: z.literal('number'),
  format: z.literal('currency').optional(),
  meta: z.strictObject({
    unit: z.enum(['count', 'currency', 'ratio']),
    additive: z.boolean(),
    formula: z.string(),
    figure: z.enum(figures).optional(),
    side: z.enum(sides).optional(),
    unique: z.boolean().optional(),
  }),
});
const fileSchema = z.strictObject({
  cubes: z.tuple([
    z.strictObject({
      name,
      title: z.string(),
      description: z.string(),
      meta: z.strictObject({
        version: z.int(),
        arms: z.array(z.array(name)),
        reasons: z.array(z.array(z.string())),
      }),
      sql: z.string(),
      dimensions: z.array(dimensionSchema),
      measures: z.array(measureSchema),
    }),
  ]),
});

export type Dimension = Omit<z.infer<typeof dimensionSchema>, 'sql'> & {
  expression: string;
  /** The same for whole days, where it differs. */
  ofDays?: string;
};
export type Measure = Omit<z.infer<typeof measureSchema>, 'sql'> & {
  expression: string;
  /** The kinds of rows the measure reads; null when its text does not name them. */
  records: ReadonlySet<string> | null;
  /** The measures that it is made of. */
  parts: readonly string[];
};

export type Model = {
  cube: string;
  title: string;
  description: string;
  version: number;
  arms: readonly Arm[];
  dimensions: ReadonlyMap<string, Dimension>;
  measures: ReadonlyMap<string, Measure>;
  /** The measure behind a figure. */
  measureFor(figure: Figure, choice: { side: Side; unique: boolean }): string;
};

export const modelFile = join(projectRoot, 'cube', 'model', 'pixel_summary.yml');

/** The text of the file with what `npm run model` writes into it. */
export const withGenerated = (text: string): string => withEstimates(withDimensions(text));

let shipped: Model | null = null;

/** The shipped model, read at the first call. A faulty file stops the start. */
export function readModel(): Model {
  shipped ??= modelIn(withGenerated(readFileSync(modelFile, 'utf8')));
  return shipped;
}

/** Arms that are read for one figure only: spread costs, and what clicks pay. */
function limited(arm: Arm): Arm {
  if (arm.records.has(estimated)) return spreadArm(arm);
  return arm.records.has('click_payout') ? { ...arm, only: 'payout' } : arm;
}

/** Parses a model and checks that every figure has its measure. */
export function modelIn(text: string): Model {
  const [cube] = fileSchema.parse(parse(text)).cubes;
  const sqlOf = new Map(cube.measures.map((measure) => [measure.name, measure.sql]));
  const dimensions = cube.dimensions.map(({ sql, ...dimension }) => ({
    ...dimension,
    expression: overCube(withZoneMark(sql), cube.name),
  }));
  const measures = cube.measures.map(({ sql, ...measure }) => {
    const expression = overCube(expandMeasure(measure.name, sqlOf), cube.name);
    const records = recordsIn(expression);
    return { ...measure, expression, records, parts: measuresIn(sql) };
  });
  const byChoice = new Map(
    measures.flatMap(({ name, meta: { figure, side, unique } }) =>
      [true, false]
        .filter((choice) => unique === undefined || unique === choice)
        .map((choice) => [`${figure} ${side} ${choice}`, name] as const),
    ),
  );
  const measureFor: Model['measureFor'] = (figure, { side, unique }) => {
    const found = byChoice.get(`${figure} ${side} ${unique}`);
    if (!found) throw new Error(`The model has no measure for ${figure}, ${side}, ${unique}.`);
    return found;
  };
  for (const figure of figures) {
    for (const side of sides) {
      for (const unique of [true, false]) measureFor(figure, { side, unique });
    }
  }
  return {
    cube: cube.name,
    title: cube.title,
    description: cube.description,
    version: cube.meta.version,
    arms: armsOf(cube.sql, cube.meta).map(limited),
    dimensions: new Map(dimensions.map((dimension) => [dimension.name, dimension])),
    measures: new Map(measures.map((measure) => [measure.name, measure])),
    measureFor,
  };
}
