/** Where a key leads along a row of things; nowhere for any other key. */
export function arrowTarget(key: string, from: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: Math.max(0, from - 1),
    ArrowDown: Math.max(0, from - 1),
    ArrowRight: Math.min(last, from + 1),
    ArrowUp: Math.min(last, from + 1),
    Home: 0,
    End: last,
  };
  return targets[key];
}
