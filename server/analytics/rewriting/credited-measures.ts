import { callsIn } from './aggregates.ts';

/**
 * A measure over conversions that are split among clicks: counts of conversions become sums of credits, and people
 * count for every click that earned a share. What counts clicks stays.
 */
export function overCredits(expression: string, cube: string): string {
  const rewritten = expression
    .replaceAll(/\bcountIf\((?!\w+\.record = 'click')/g, `sumIf(${cube}.credit, `)
    .replaceAll(
      /\buniqExactIf\((\w+\.person), (?!\w+\.record = 'click')/g,
      `uniqExactIf($1, ${cube}.credit > 0 AND `,
    );
  const left = callsIn(rewritten).find((call) => !isCredited(call, cube));
  if (left !== undefined) throw new Error(`No credit can be given to ${left}.`);
  return rewritten;
}

/** Sums need no rewriting, because the columns that they add up hold the shares. */
const isCredited = (call: string, cube: string): boolean =>
  call.startsWith('sum') ||
  /^\w+If\((?:\w+\.person, )?\w+\.record = 'click'/.test(call) ||
  call.startsWith(`uniqExactIf(${cube}.person, ${cube}.credit > 0 AND `);

/** A measure that adds up another column than the value of conversions. */
export function ofValue(expression: string, cube: string, column: string): string {
  const value = `${cube}.value`;
  if (!expression.includes(value)) throw new Error(`No value is added up in ${expression}.`);
  return expression.replace(value, `${cube}.${column}`);
}
