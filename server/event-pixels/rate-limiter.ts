export type Pace = {
  count(pixelId: number): void;
  /** The pixels that have sent as many as they may in this second. */
  full(): number[];
};

export function createPace(most: number, clock: () => number = () => performance.now()): Pace {
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
