/** A pause that a call ends early. */
export type WakeablePause = { call(): void; pause(ms: number): Promise<void> };

export function createWakeablePause(): WakeablePause {
  let end: (() => void) | null = null;
  let called = false;
  return {
    call() {
      called = true;
      end?.();
    },
    async pause(ms) {
      if (!called && ms > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = null;
      called = false;
    },
  };
}
