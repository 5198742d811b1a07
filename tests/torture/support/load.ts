import { setTimeout as delay } from 'node:timers/promises';

const timeoutMs = 120_000;

/** Waits until enough events are accepted for a rig, however long a busy machine takes. */
export async function waitForLoad(isEnough: () => boolean): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!isEnough()) {
    if (performance.now() > end) throw new Error('The product does not take the load.');
    await delay(5);
  }
}
