import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { firstCalls, withHeadStart } from '#services/head-start.ts';
import { json, scriptedFetch } from '../support/fetch.ts';
import { fakeWindow } from '../support/window.ts';

const config = { api_base_url: 'http://clickledger.test' };

function begin(reply: Parameters<typeof scriptedFetch>[0], token: string | null = 'ana') {
  const { window } = fakeWindow('/dashboard');
  if (token !== null) window.localStorage.setItem('clickledger.v1.token', JSON.stringify(token));
  const { fetch, asked } = scriptedFetch(reply);
  const early = withHeadStart({ window, config, fetch });
  const call = (path: string, signedBy = token, signal = new AbortController().signal) =>
    early(
      new Request(`http://clickledger.test${path}`, {
        method: path === endpoints.checkSession.path ? 'POST' : 'GET',
        headers: { Authorization: `Token ${signedBy}` },
        signal,
      }),
    );
  return { call, paths: () => asked.map(({ path }) => path), asked };
}

const { path: check } = endpoints.checkSession;
const { path: settings } = endpoints.settings;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the first calls about somebody remembered', () => {
  it('are those of the contract', () => {
    const { checkSession, settings } = endpoints;
    expect(firstCalls.map(({ method, path }) => ({ method, path }))).toEqual(
      [checkSession, settings].map(({ method, path }) => ({ method, path })),
    );
  });

  it('leave at once, signed, and answer whoever makes them, once', async () => {
    const { call, paths, asked } = begin((_, index) => json(index < 2 ? 'early' : 'late'));
    await expect.poll(() => paths().sort()).toEqual([settings, check]);
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Token ana',
      'Token ana',
    ]);
    expect(asked.find(({ path }) => path === check)?.body).toEqual({});
    expect(await (await call(settings)).json()).toBe('early');
    expect(await (await call(check)).json()).toBe('early');
    expect(paths()).toHaveLength(2);
    expect(await (await call(settings)).json()).toBe('late');
  });

  it('answer nobody else', async () => {
    const { call } = begin(({ headers }) => json(headers.get('authorization')));
    expect(await (await call(check, 'bo')).json()).toBe('Token bo');
    expect(await (await call('/api/v1/views/')).json()).toBe('Token ana');
  });

  it('are not made where nobody is remembered', async () => {
    const { call, paths } = begin(() => json('later'), null);
    await turn();
    expect(paths()).toEqual([]);
    expect(await (await call(check)).json()).toBe('later');
  });

  it('are not made where a browser refuses to tell', () => {
    const { window } = fakeWindow('/dashboard');
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Refused.', 'SecurityError');
      },
    });
    const { fetch } = scriptedFetch(() => json('later'));
    expect(withHeadStart({ window, config, fetch })).toBe(fetch);
  });

  it('tell of their failure once, however early they failed', async () => {
    const { call, paths } = begin((_, index) =>
      index < 2 ? new TypeError('fetch failed') : json('there again'),
    );
    await expect.poll(paths).toHaveLength(2);
    await turn();
    await expect(call(check)).rejects.toThrow('fetch failed');
    expect(await (await call(check)).json()).toBe('there again');
  });

  it('end for whoever gives up', async () => {
    const { call } = begin(() => new Promise(() => {}));
    const { signal, abort } = withAbort();
    const waiting = expect(call(check, 'ana', signal)).rejects.toBe('enough');
    abort();
    await waiting;
  });
});

function withAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort('enough') };
}
