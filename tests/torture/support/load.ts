import { setTimeout as delay } from 'node:timers/promises';

const patience = 120_000;

/** Waits until as much was taken as a rig needs, however long a busy machine needs for it. */
export async function untilTaken(isEnough: () => boolean): Promise<void> {
  const end = performance.now() + patience;
  while (!isEnough()) {
    if (performance.now() > end) throw new Error('The product does not take the load.');
    await delay(5);
  }
}
