/** A pause that ends early when somebody calls. */
export type Pulse = { call(): void; pause(ms: number): Promise<void> };

export function createPulse(): Pulse {
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
