import type { Titles } from './other-version.ts';
import { pathIds } from './path-ids.ts';

export type Change = { machine: string; change: 'added' | 'removed'; id: string; title: string };

/** The paths that were added and removed. A removed machine lost all of its paths. */
export function changesBetween(before: Titles, now: Titles): Change[] {
  const machines = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return machines.flatMap((machine) => {
    const old = identified(machine, before[machine] ?? []);
    const fresh = identified(machine, now[machine] ?? []);
    const only = (one: typeof old, other: typeof old, change: Change['change']) =>
      one
        .filter(({ id }) => !other.some((path) => path.id === id))
        .map((path) => ({ machine, change, ...path }));
    return [...only(fresh, old, 'added'), ...only(old, fresh, 'removed')];
  });
}

function identified(machine: string, titles: readonly string[]) {
  const ids = pathIds(machine, titles);
  return titles.map((title, index) => ({ id: ids[index] ?? '', title }));
}
