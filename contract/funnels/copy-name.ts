import { numbered } from '../numbered.ts';
import { longestFunnelName } from './definition.ts';

/** What copies of “Main” or of “Main 2” may be called: “Main 2”, “Main 3”, … */
export const copyNamesOf = (name: string): Generator<string, never> =>
  numbered(name.replace(/ \d+$/, ''), { longest: longestFunnelName, joint: ' ' });

/** The first name for a copy that no funnel has, in any letter case. */
export function copyNameOf(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map((one) => one.toLowerCase()));
  const copies = copyNamesOf(name);
  let copy = copies.next().value;
  while (names.has(copy.toLowerCase())) copy = copies.next().value;
  return copy;
}
