import { expect, type Page } from '@playwright/test';

type Waiting = { letPass(delay: number): number };

/**
 * Timers of a page that wait until a test lets them pass. Timers below five seconds, which menus and drawings need, run
 * as usual.
 */
export async function holdLongTimers(page: Page): Promise<(delay: number) => Promise<void>> {
  await page.addInitScript(() => {
    const shortest = 5_000;
    const start = window.setTimeout.bind(window);
    const stop = window.clearTimeout.bind(window);
    const held = new Map<number, { delay: number; run: () => void }>();
    let last = 0;
    const hold = (handler: TimerHandler, delay = 0, ...items: unknown[]) => {
      if (delay < shortest || typeof handler !== 'function') {
        return start(handler, delay, ...items);
      }
      held.set(--last, { delay, run: () => handler(...items) });
      return last;
    };
    const waits: Waiting = {
      letPass(delay) {
        const over = [...held].filter(([, one]) => one.delay === delay);
        for (const [id] of over) held.delete(id);
        for (const [, { run }] of over) run();
        return over.length;
      },
    };
    Object.assign(window, {
      setTimeout: hold,
      clearTimeout: (id?: number) => {
        if (id === undefined || !held.delete(id)) stop(id);
      },
      waits,
    });
  });
  const letPass = (delay: number) =>
    page.evaluate(
      (length) => (window as unknown as { waits: Waiting }).waits.letPass(length),
      delay,
    );
  return (delay) => expect.poll(() => letPass(delay)).toBeGreaterThan(0);
}
