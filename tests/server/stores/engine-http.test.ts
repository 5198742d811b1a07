import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engineServer } from '#server/warehouse/engine-http.ts';
import {
  createSessionQueue,
  type Member,
  QueueFull,
  type SessionQueue,
} from '#server/warehouse/session-queue.ts';

const passwords = { writer: 'w', reader: 'r' };
const basic = (pair: string) => ({
  authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
});

/** A session that holds each statement until it is released. */
function slowMember() {
  const held: (() => void)[] = [];
  const started: string[] = [];
  const session = {
    queryAsync: (sql: string) =>
      new Promise((resolve) => {
        started.push(sql);
        held.push(() => resolve({ bytes: () => Buffer.from(`${sql}\n`) }));
      }),
  };
  const member = { session, tag: 'slow', parameters: new Set() } as unknown as Member;
  return { member, held, started };
}

async function serve(queue: SessionQueue, onFatal = () => {}): Promise<string> {
  const server = engineServer({
    passwords,
    lanes: { writer: queue, reader: queue },
    stopping: new AbortController().signal,
    onFatal,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the HTTP side of the engine', () => {
  it.each(['writer:r', 'reader:w', 'root:w', ':', 'writer'])('refuses %s', async (pair) => {
    const { member, started } = slowMember();
    const queue = createSessionQueue([member], { waiting: 1, kill: async () => {} });
    const url = await serve(queue);
    const answer = await fetch(url, { method: 'POST', body: 'SELECT 1', headers: basic(pair) });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('x-clickhouse-exception-code')).toBe('516');
    expect(started).toEqual([]);
  });

  it('answers 503 with Retry-After when too many wait', async () => {
    const { member, held, started } = slowMember();
    const url = await serve(createSessionQueue([member], { waiting: 0, kill: async () => {} }));
    const request = (body: string) =>
      fetch(url, { method: 'POST', body, headers: basic('reader:r') });
    const first = request('SELECT 1');
    await expect.poll(() => started).toEqual(['SELECT 1']);
    const refused = await request('SELECT 2');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-clickhouse-exception-code')).toBe('202');
    held.shift()?.();
    expect(await (await first).text()).toBe('SELECT 1\n');
  });

  it('gives the engine up when a session would answer the next statement wrongly', async () => {
    const session = {
      queryAsync: (sql: string) =>
        sql.includes('DEFAULT')
          ? Promise.reject(new Error('no'))
          : Promise.resolve({ bytes: () => Buffer.from('') }),
    };
    const member = { session, tag: 'stuck', parameters: new Set() } as unknown as Member;
    const queue = createSessionQueue([member], { waiting: 1, kill: async () => {} });
    let fatal = false;
    const url = await serve(queue, () => {
      fatal = true;
    });
    const request = (query: string) =>
      fetch(`${url}/?${query}`, { method: 'POST', body: 'SELECT 1', headers: basic('writer:w') });
    expect((await request('')).status).toBe(200);
    expect(fatal).toBe(false);
    expect((await request('max_threads=1')).headers.get('x-clickhouse-exception-code')).toBe('236');
    expect(fatal).toBe(true);
  });

  it('knows one database', async () => {
    const { member } = slowMember();
    const url = await serve(createSessionQueue([member], { waiting: 1, kill: async () => {} }));
    const answer = await fetch(`${url}/?database=other`, {
      method: 'POST',
      body: 'SELECT 1',
      headers: basic('writer:w'),
    });
    expect(answer.headers.get('x-clickhouse-exception-code')).toBe('81');
  });
});

describe('a queue of sessions', () => {
  it('drops statements that left its queue, and takes others in their place', async () => {
    const { member, held, started } = slowMember();
    const queue = createSessionQueue([member], { waiting: 1, kill: async () => {} });
    const stay = new AbortController().signal;
    const run = (sql: string, signal = stay) =>
      queue(({ session }) => session.queryAsync(sql), signal);
    const leaving = new AbortController();
    const first = run('first');
    const second = run('second', leaving.signal);
    await expect(run('third')).rejects.toThrow(QueueFull);
    leaving.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    const fourth = run('fourth');
    held.shift()?.();
    await first;
    await expect.poll(() => started).toEqual(['first', 'fourth']);
    held.shift()?.();
    await fourth;
  });

  it("reuses a session only after the last statement's kill ended", async () => {
    const { member, held, started } = slowMember();
    let killed = () => {};
    const killing = new Promise<void>((resolve) => {
      killed = resolve;
    });
    const queue = createSessionQueue([member], { waiting: 5, kill: () => killing });
    const run = (sql: string, signal: AbortSignal) =>
      queue(({ session }) => session.queryAsync(sql), signal);
    const leaving = new AbortController();
    const first = run('first', leaving.signal);
    const second = run('second', new AbortController().signal);
    await expect.poll(() => started).toEqual(['first']);
    leaving.abort();
    held.shift()?.();
    await first;
    expect(started).toEqual(['first']);
    killed();
    await expect.poll(() => started).toEqual(['first', 'second']);
    held.shift()?.();
    await second;
  });

  it('reports a statement that never ends', async () => {
    const { member } = slowMember();
    const overdue = await new Promise((resolve) => {
      const queue = createSessionQueue([member], {
        waiting: 1,
        kill: async () => {},
        overdue: { after: 10, act: () => resolve('overdue') },
      });
      queue(({ session }) => session.queryAsync('SELECT 1'), new AbortController().signal);
    });
    expect(overdue).toBe('overdue');
  });
});
