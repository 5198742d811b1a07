import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { broadcast } from '#app/workbench/broadcast.ts';
import type { Report, Request } from '#app/workbench/channel.ts';
import { member } from '#tests/support/samples.ts';
import { stubbedWorkspace } from '#tests/support/stub-machines.ts';

/** A running app, its messages, and a way to send it events. */
function running() {
  const messages: Report[] = [];
  const listeners = new Set<(event: Event) => void>();
  const root = createActor(stubbedWorkspace, { input: { member, facts: {} } });
  const { stop } = broadcast(root, {
    channel: {
      postMessage: (report: Report) => messages.push(structuredClone(report)),
      addEventListener: (_: string, listener: (event: Event) => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: (event: Event) => void) =>
        listeners.delete(listener),
    } as never,
    app: 'a1',
    page: () => '/dashboard',
    now: () => 1,
    settle: (then) => queueMicrotask(then),
  });
  root.start();
  root.send({ type: 'page.entered', screen: 'dashboard' });
  const send = (request: Request) => {
    for (const listener of listeners)
      listener(Object.assign(new Event('message'), { data: request }));
  };
  const last = () => messages.findLast((report) => report.kind === 'running');
  const stateOf = (path: string) => last()?.actors.find((live) => live.path === path);
  return { root, messages, request: send, stop, stateOf, listeners };
}

describe('a running app', () => {
  it('reports every machine in it by its path, with its events', async () => {
    const { stateOf } = running();
    await expect
      .poll(() => stateOf('workspace/dashboard/totals')?.value)
      .toEqual({ ready: 'fresh' });
    expect(stateOf('workspace/selection')).toMatchObject({
      machine: 'selection',
      value: { choosing: 'all' },
      status: 'active',
    });
    expect(stateOf('workspace/selection')?.events).toContain('range.choose');
    expect(stateOf('workspace/dashboard/totals')?.events.join()).not.toMatch(/xstate\./);
  });

  it('reports the receivers of an event', async () => {
    const { messages, root } = running();
    root.getSnapshot().children.selection?.send({ type: 'lookback.choose', days: 7 });
    const told = messages.flatMap((report) => (report.kind === 'told' ? [report.told] : []));
    expect(told).toContainEqual({
      at: 1,
      path: 'workspace/selection',
      machine: 'selection',
      event: { type: 'lookback.choose', days: 7 },
      source: null,
    });
  });

  it('passes on events that its state accepts', async () => {
    const { request, root } = running();
    const event = { type: 'lookback.choose', days: 7 };
    request({ kind: 'send', app: 'a1', path: 'workspace/selection', event });
    expect(root.getSnapshot().children.selection?.getSnapshot().context.lookbackDays).toBe(7);
  });

  it.each([
    ['workspace/selection', { type: 'nothing.known' }, /does not take/],
    ['workspace/nobody', { type: 'lookback.choose' }, /does not run/],
  ])('refuses events that %s does not accept', (path, event, reason) => {
    const { request, messages } = running();
    request({ kind: 'send', app: 'a1', path, event });
    expect(messages.at(-1)).toMatchObject({ kind: 'refused', path, type: event.type });
    expect(messages.at(-1)).toHaveProperty('reason', expect.stringMatching(reason));
  });

  it('ignores messages for another tab', () => {
    const { request, messages } = running();
    const before = messages.length;
    request({
      kind: 'send',
      app: 'a2',
      path: 'workspace/selection',
      event: { type: 'lookback.choose' },
    });
    expect(messages.length).toBe(before);
  });

  it('reports its end, and nothing more', () => {
    const { stop, messages, root, listeners } = running();
    stop();
    expect(messages.at(-1)).toEqual({ kind: 'gone', app: 'a1' });
    const before = messages.length;
    root.getSnapshot().children.selection?.send({ type: 'lookback.choose', days: 7 });
    expect([messages.length, listeners.size]).toEqual([before, 0]);
  });
});
