import { textMap } from '#contract/text-map.ts';

/** The index that a key leads to in a row of elements; null for other keys. */
export function arrowTarget(key: string, from: number, last: number): number | undefined {
  const targets = textMap({
    ArrowLeft: Math.max(0, from - 1),
    ArrowDown: Math.max(0, from - 1),
    ArrowRight: Math.min(last, from + 1),
    ArrowUp: Math.min(last, from + 1),
    Home: 0,
    End: last,
  });
  return targets.get(key);
}
