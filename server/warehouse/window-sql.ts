import type { Window } from '#contract/period.ts';
import type { Parameters } from './parameters.ts';

/** The ends of a window as parameters of a statement. */
export type Bounds = { from: string; to: string };

export const boundsOf = (windows: readonly Window[], parameters: Parameters): Bounds[] =>
  windows.map(({ from, to }) => ({ from: parameters.second(from), to: parameters.second(to) }));

const DAY = 86_400_000;

/** The days that the windows touch, and one more at each end. */
export const daysOf = (windows: readonly Window[], parameters: Parameters): Bounds[] =>
  windows.map(({ from, to }) => ({
    from: parameters.day(new Date(from.getTime() - DAY)),
    to: parameters.day(new Date(to.getTime() + 2 * DAY)),
  }));

/** That a time lies in one of several windows. */
export function inAnyWindow(time: string, windows: readonly Bounds[]): string {
  const each = windows.map(({ from, to }) => `${time} >= ${from} AND ${time} < ${to}`);
  return each.length > 1 ? `(${each.map((one) => `(${one})`).join(' OR ')})` : each.join('');
}

/**
 * The index of the window that a time lies in, for disjoint windows in order: how many of the later ones have begun.
 */
export function windowIndex(
  time: string,
  [, ...later]: readonly Window[],
  parameters: Parameters,
): string {
  const begun = later.map(({ from }) => `(${time} >= ${parameters.second(from)})`);
  return begun.join(' + ') || '0';
}
