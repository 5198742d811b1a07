const steps = [1, 2, 3, 4, 6, 7, 8, 12, 14, 21, 28, 30, 60, 90];

/** Which of many buckets are labelled: as many as fit without touching, the first always. */
export function labelled(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil((count * 52) / Math.max(room, 1)));
  const step = steps.find((one) => one >= every) ?? every;
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % step === 0);
}
