export type Heartbeat = {
  /** Whether the other side has not answered for a while. */
  isSilent(): boolean;
  stop(): void;
};

type Options = {
  /** Resolves with an answer, and rejects without one. */
  ask: () => Promise<unknown>;
  /** Milliseconds between two looks. */
  every?: number;
  /** After so many milliseconds without an answer the other side counts as silent. */
  quietAfter: number;
  /** Called once at the beginning of each silence. */
  onSilence: () => void;
  /** After so many milliseconds it is lost, and again after each further such time. */
  lostAfter: number;
  onLost: () => void;
  clock?: () => number;
};

/**
 * Asks the other side again and again. Only time in which this process could listen counts: a pause of its own, such as
 * a long computation or a sleeping machine, is no silence of the other side.
 */
export function startHeartbeat({
  ask,
  every = 500,
  quietAfter,
  onSilence,
  lostAfter,
  onLost,
  clock = () => performance.now(),
}: Options): Heartbeat {
  let quiet = 0;
  let losses = 0;
  let isSilent = false;
  let isAsking = false;
  let last = clock();

  const heard = () => {
    quiet = 0;
    losses = 0;
    isSilent = false;
  };
  const askOnce = async () => {
    isAsking = true;
    try {
      await ask();
      heard();
    } catch {
      // The silence goes on.
    } finally {
      isAsking = false;
    }
  };
  const look = () => {
    const present = clock();
    quiet += Math.min(present - last, 1.5 * every);
    last = present;
    if (!isAsking) void askOnce();
    if (quiet > quietAfter && !isSilent) {
      isSilent = true;
      onSilence();
    }
    if (quiet > lostAfter * (losses + 1)) {
      losses += 1;
      onLost();
    }
  };
  const timer = setInterval(look, every);
  timer.unref();
  void askOnce();
  return {
    isSilent: () => isSilent,
    stop: () => clearInterval(timer),
  };
}
