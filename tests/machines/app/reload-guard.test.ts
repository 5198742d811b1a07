import { describe, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

/** A page of a tab: it may follow a reload, and the next page reads its record. */
async function open(recalled: string[] = []) {
  const recallReloads = scriptedRequest<string[], void>();
  const reload = scriptedRequest<void, { paths: string[] }>();
  const log: string[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    reloadGuardMachine.provide({
      actors: { recallReloads: recallReloads.logic, reload: reload.logic },
      actions: {
        forgetReloads: () => void log.push('forget'),
        reloadPage: () => void log.push('reload'),
      },
    }),
    { clock },
  ).start();
  const value = () => actor.getSnapshot().value;
  recallReloads.answer({ output: recalled });
  await expect.poll(value).not.toBe('recalling');
  const fail = (path = '/dashboard') => actor.send({ type: 'chunk.failed', path });
  return { actor, reload, log, clock, value, fail };
}

describe('the reload guard', () => {
  it('reloads a page with a part that fails to load, and records it', async () => {
    const { reload, value, fail } = await open();
    fail();
    expect(value()).toBe('reloading');
    expect(reload.calls).toEqual([{ paths: ['/dashboard'] }]);
  });

  it('does not reload the same path twice within ten seconds', async () => {
    const { reload, clock, value, fail } = await open(['/dashboard']);
    clock.increment(9_999);
    fail();
    expect(value()).toBe('outdated');
    expect(reload.calls).toEqual([]);
  });

  it('reloads it again after ten seconds', async () => {
    const { reload, clock, log, value, fail } = await open(['/dashboard']);
    clock.increment(10_000);
    expect(value()).toBe('watching');
    expect(log).toEqual(['forget']);
    fail();
    expect(reload.calls).toEqual([{ paths: ['/dashboard'] }]);
  });

  it('counts every path separately', async () => {
    const { reload, fail } = await open(['/dashboard']);
    fail('/offers');
    expect(reload.calls).toEqual([{ paths: ['/dashboard', '/offers'] }]);
  });

  it('does not depend on the time of day', async () => {
    for (const step of [-86_400_000, 86_400_000]) {
      vi.useFakeTimers({ now: Date.parse('2026-11-20T20:14:00Z'), toFake: ['Date'] });
      const { value, fail, reload } = await open(['/dashboard']);
      vi.setSystemTime(Date.now() + step);
      fail();
      expect([value(), reload.calls]).toEqual(['outdated', []]);
      vi.useRealTimers();
    }
  });

  it('leaves the page as it is while there is no server to reload from', async () => {
    const { reload, value, fail } = await open();
    fail();
    reload.answer({ error: offline });
    await expect.poll(value).toBe('watching');
    fail('/offers');
    expect(reload.calls).toEqual([{ paths: ['/dashboard'] }, { paths: ['/offers'] }]);
  });

  it('shows a page with a button when a reload could not be recorded', async () => {
    const { actor, reload, log, value, fail } = await open();
    fail();
    reload.answer({ error: new Error('Storage is blocked.') });
    await expect.poll(value).toBe('outdated');
    expect(log).toEqual([]);
    actor.send({ type: 'reload' });
    expect(log).toEqual(['reload']);
  });
});
