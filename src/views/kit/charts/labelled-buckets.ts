const steps = [1, 2, 3, 4, 6, 7, 8, 12, 14, 21, 28, 30, 60, 90];

/** The buckets with a label: as many as fit, always including the first. */
export function labelledBuckets(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil((count * 52) / Math.max(room, 1)));
  const step = steps.find((one) => one >= every) ?? every;
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % step === 0);
}
