import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '#contract/problem.ts';
import { createApi } from '#services/kit/api.ts';
import { json, scriptedFetch } from '../../support/fetch.ts';
import { member, settings } from '../../support/samples.ts';

const refused = vi.fn();
const broken = vi.fn();

function over(reply: Parameters<typeof scriptedFetch>[0], token: string | null = 'clu_1') {
  const { fetch, requests } = scriptedFetch(reply);
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch,
    token: () => token,
    onTokenRejected: refused,
    onContractBroken: broken,
  });
  return { api, requests };
}
const signal = () => new AbortController().signal;

/** Runs a call to its end, with all its pauses between tries. */
async function ended<Output>(call: Promise<Output>): Promise<Output | Problem> {
  const settled = call.catch((problem: Problem) => problem);
  await vi.advanceTimersByTimeAsync(120_000);
  return settled;
}

beforeEach(() => {
  vi.useFakeTimers();
  refused.mockReset();
  broken.mockReset();
});
afterEach(() => void vi.useRealTimers());

describe('every call', () => {
  it('is JSON both ways and signed with the token', async () => {
    const { api, requests } = over(() => json(settings));
    await api.call('settings', { signal: signal() });
    const headers = Object.fromEntries(requests[0]?.headers ?? []);
    expect(headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: 'Token clu_1',
    });
  });

  it('has no signature without a token', async () => {
    const { api, requests } = over(() => json(member), null);
    await api.call('login', { body: { email: 'a@b.test', password: 'x' }, signal: signal() });
    expect(requests[0]?.headers.has('authorization')).toBe(false);
    expect(requests[0]?.body).toEqual({ email: 'a@b.test', password: 'x' });
  });

  it('writes lists as key[]=value and leaves out missing values', async () => {
    const { api, requests } = over(() => json([]));
    await api.call('offerIds', {
      query: { project_id: 7, countries: ['US', 'CA'], utm_source: [], affsub: undefined },
      signal: signal(),
    });
    expect(String(requests[0]?.query)).toBe('project_id=7&countries%5B%5D=US&countries%5B%5D=CA');
  });

  it('fills its path', async () => {
    const { api, requests } = over(() => json({ detail: 'Not found.' }, 404));
    await ended(api.call('readProject', { params: { id: 7 }, signal: signal() }));
    expect(requests[0]?.path).toBe('/api/v1/projects/7/');
  });
});

describe('the retry rule', () => {
  const listed = [408, 409, 425, 429, 500, 502, 503, 504];
  const others = [400, 401, 403, 404, 413, 422, 501, 505];

  it.each(listed)('reads once more after %i', async (status) => {
    const { api, requests } = over((_, index) =>
      index === 0 ? json({ detail: 'Not now.' }, status) : json(settings),
    );
    expect(await ended(api.call('settings', { signal: signal() }))).toEqual(settings);
    expect(requests).toHaveLength(2);
  });

  it.each(listed)('does not read a third time after %i', async (status) => {
    const { api, requests } = over(() => json({ detail: 'Not now.' }, status));
    expect(await ended(api.call('settings', { signal: signal() }))).toMatchObject({
      message: 'Not now.',
    });
    expect(requests).toHaveLength(2);
  });

  it.each(others)('does not read again after %i', async (status) => {
    const { api, requests } = over(() => json({ detail: 'No.' }, status));
    await ended(api.call('settings', { signal: signal() }));
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['POST', 'login', {}],
    ['PATCH', 'changeProject', { id: 7 }],
    ['PUT', 'changeAffiliate', { id: 3 }],
  ] as const)('never sends %s twice', async (method, name, params) => {
    const { api, requests } = over(() => json({ detail: 'Not now.' }, 503));
    await ended(api.call(name, { params, body: {}, signal: signal() }));
    expect(requests.map((call) => call.method)).toEqual([method]);
  });

  it('does not retry without an answer', async () => {
    const { api, requests } = over(() => new TypeError('fetch failed'));
    expect(await ended(api.call('settings', { signal: signal() }))).toMatchObject({
      kind: 'offline',
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['in seconds', '7'],
    ['as a date', new Date('2026-11-20T20:14:07Z').toUTCString()],
  ])('waits for Retry-After, %s', async (_, wait) => {
    vi.setSystemTime('2026-11-20T20:14:00Z');
    const { api, requests } = over((_, index) =>
      index === 0 ? json({}, 503, { 'Retry-After': wait }) : json(settings),
    );
    const call = api.call('settings', { signal: signal() });
    await vi.advanceTimersByTimeAsync(6_900);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(requests).toHaveLength(2);
    expect(await call).toEqual(settings);
  });

  it.each([
    ['in seconds', '3600'],
    ['as a date', new Date('2026-11-20T21:14:00Z').toUTCString()],
  ])('fails instead of waiting for an hour, %s', async (_, wait) => {
    vi.setSystemTime('2026-11-20T20:14:00Z');
    const { api, requests } = over(() => json({}, 429, { 'Retry-After': wait }));
    expect(await ended(api.call('settings', { signal: signal() }))).toMatchObject({
      kind: 'limited',
    });
    expect(requests).toHaveLength(1);
  });
});

describe('a failure', () => {
  it.each([
    [400, { email: ['Enter an address.'] }, 'invalid', 'email: Enter an address.'],
    [
      400,
      { non_field_errors: ['Wrong e-mail or password.'] },
      'invalid',
      'Wrong e-mail or password.',
    ],
    [403, { detail: 'Not yours.' }, 'forbidden', 'Not yours.'],
    [404, { detail: 'Not found.' }, 'missing', 'Not found.'],
    [418, 'short and stout', 'unexpected', 'Something went wrong on our side. Try again.'],
  ])('%i becomes a problem', async (status, body, kind, message) => {
    const { api } = over(() => json(body, status));
    expect(await ended(api.call('settings', { signal: signal() }))).toMatchObject({
      kind,
      message,
    });
  });

  it('of the session is reported with the token of the call', async () => {
    const { api } = over(() => json({ detail: 'Invalid token.' }, 401));
    await ended(api.call('settings', { signal: signal() }));
    expect(refused.mock.calls).toEqual([['clu_1']]);
    await ended(api.call('login', { body: {}, token: null, signal: signal() }));
    expect(refused.mock.calls).toHaveLength(1);
  });

  it('of the contract is unexpected and is reported', async () => {
    const { api } = over(() => json({ ...settings, use_cube: 'perhaps' }));
    expect(await ended(api.call('settings', { signal: signal() }))).toMatchObject({
      kind: 'unexpected',
    });
    expect(broken.mock.calls.map(([call]) => call)).toEqual(['settings']);
  });

  it('of a hanging server comes after half a minute', async () => {
    const { api } = over(() => new Promise<Response>(() => {}));
    expect(await ended(api.call('login', { body: {}, signal: signal() }))).toMatchObject({
      kind: 'offline',
    });
  });

  it('aborts the request with its caller', async () => {
    const { api, requests } = over(() => new Promise<Response>(() => {}));
    const controller = new AbortController();
    const call = api.call('settings', { signal: controller.signal }).catch(() => 'ended');
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(await call).toBe('ended');
  });
});
