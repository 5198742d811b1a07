import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startHeartbeat } from '#server/platform/heartbeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function started(ask: () => Promise<unknown>) {
  const told: string[] = [];
  let offset = 0;
  const heartbeat = startHeartbeat({
    ask,
    quietAfter: 2_000,
    onSilence: () => told.push('silent'),
    lostAfter: 8_000,
    onLost: () => told.push('lost'),
    clock: () => Date.now() + offset,
  });
  return {
    told,
    heartbeat,
    /** The process does nothing for a while, so that no timer runs. */
    pause: (ms: number) => {
      offset += ms;
    },
  };
}

const never = () => new Promise<never>(() => undefined);

describe('a heartbeat', () => {
  it('tells of a silence once, and of a loss again and again', async () => {
    const { told, heartbeat } = started(never);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual(['silent']);
    expect(heartbeat.isSilent()).toBe(true);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(told).toEqual(['silent', 'lost', 'lost']);
    heartbeat.stop();
  });

  it('takes refusals for a silence, and an answer for its end', async () => {
    let isBack = false;
    const { told, heartbeat } = started(async () => {
      if (!isBack) throw new Error('refused');
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told).toEqual(['silent']);
    isBack = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heartbeat.isSilent()).toBe(false);
    heartbeat.stop();
  });

  it.each([600, 1_900, 2_100, 30_000, 3_600_000])(
    'does not take its own pause of %i ms for a silence',
    async (ms) => {
      const { told, heartbeat, pause } = started(async () => undefined);
      await vi.advanceTimersByTimeAsync(5_000);
      for (let round = 0; round < 5; round += 1) {
        pause(ms);
        await vi.advanceTimersByTimeAsync(500);
      }
      expect(told).toEqual([]);
      heartbeat.stop();
    },
  );
});
