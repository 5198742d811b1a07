export type RateLimiter = {
  count(pixelId: number): void;
  /** The pixels that have reached their limit in this second. */
  full(): number[];
};

export function createRateLimiter(
  most: number,
  clock: () => number = () => performance.now(),
): RateLimiter {
  let second = 0;
  let counts = new Map<number, number>();
  const turn = () => {
    const present = Math.floor(clock() / 1_000);
    if (present === second) return;
    second = present;
    counts = new Map();
  };
  return {
    count(pixelId) {
      turn();
      counts.set(pixelId, (counts.get(pixelId) ?? 0) + 1);
    },
    full() {
      turn();
      return [...counts].filter(([, count]) => count >= most).map(([pixelId]) => pixelId);
    },
  };
}
