import type { Definition } from '#contract/funnels/definition.ts';
import { timeOf } from './event-number.ts';
import { minute, planOf } from './funnel-question.ts';
import { revenueOf } from './people-sql.ts';
import { reachedSql } from './reached-sql.ts';

/** What is known of people at a step. */
export type StepFigures = {
  reached: number;
  /** Revenue of the people who reached the step, as decimal text. */
  revenue: string;
  /** The time from the required step before, in milliseconds; null where nobody came or nothing comes before. */
  median: number | null;
  p90: number | null;
};

export type Figures = { steps: readonly StepFigures[]; excluded: number; open: number };

/** A figure of a group of people, and how figures of several groups become one. */
type Figure = { of: string; joined: (name: string) => string };

const added = (of: string): Figure => ({ of, joined: (name) => `sum(${name})` });

/** The time that each step took, counted from the required step before; null for the first. */
function tookSql(definition: Definition): (string | null)[] {
  const { required, optional } = planOf(definition);
  return definition.steps.map((_, index) => {
    const position = required.findIndex((step) => step.index === index);
    if (position > 0) return tookBetween(`place${position - 1}`, `place${position}`);
    const extra = optional.find((step) => step.index === index);
    return extra ? tookBetween(`place${extra.after}`, `extra${index}`) : null;
  });
}

export const tookBetween = (before: string, after: string): string =>
  `${timeOf(after)} - ${timeOf(before)}`;

/** Whether the attempt of a person may still get further: `now` is a parameter in milliseconds. */
export function openSql(definition: Definition, now: string): string {
  const last = planOf(definition).required.length;
  return `level > 0 AND level < ${last} AND ${now} - entered < ${definition.window_minutes * minute}`;
}

/** The figures of people as columns of a grouped statement, in the order in which `figuresOf` reads them. */
export function figuresSql(definition: Definition, now: string): Figure[] {
  const took = tookSql(definition);
  const steps = reachedSql(definition).flatMap((reached, index) => {
    const time = took[index];
    return [
      added(`countIf(${reached})`),
      { of: `sumIf(amount, ${reached})`, joined: (name: string) => revenueOf(`sum(${name})`) },
      {
        of: time ? `groupArrayIf(${time}, ${reached})` : 'emptyArrayInt64()',
        joined: (name: string) => `quantilesExactArray(0.5, 0.9)(${name})`,
      },
    ];
  });
  return [...steps, added('countIf(level = 0)'), added(`countIf(${openSql(definition, now)})`)];
}

/** Reads figures from the cells of a row. */
export function figuresOf(definition: Definition, cells: readonly (string | null)[]): Figures {
  const steps = definition.steps.map((_, index) => {
    const [count, revenue, times] = cells.slice(index * 3, index * 3 + 3);
    const reached = Number(count ?? 0);
    const [median = null, p90 = null] =
      index > 0 && reached > 0 ? (times ?? '').replaceAll(/[[\]]/g, '').split(',').map(Number) : [];
    return { reached, revenue: revenue ?? '0', median, p90 };
  });
  const [excluded, open] = cells.slice(definition.steps.length * 3);
  return { steps, excluded: Number(excluded ?? 0), open: Number(open ?? 0) };
}
