import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { invalid, Refusal } from '#server/platform/refusal.ts';
import { previousAssetsOf } from '#server/plugins/previous-assets.ts';
import { servePublic } from '#server/plugins/serve.ts';
import { press } from '../../../scripts/vite/compress-assets.ts';
import { setAside } from '../../../scripts/vite/keep-assets.ts';

const echo = {
  method: 'POST',
  path: '/api/v1/echo/',
  summary: 'Echo',
  tag: 'test',
  status: 200,
  query: z.strictObject({ ids: z.array(z.string()).optional(), name: z.string().optional() }),
  body: z.strictObject({ amount: z.number() }).nullish(),
  answer: z.object({ seen: z.unknown() }),
} as const satisfies Endpoint;

const config = {
  api_base_url: '',
  cube_api_url: '/cubejs-api/v1',
  collect_url: '/t',
  stripe_public_key: null,
  billing: 'manual' as const,
  sentry_dsn: '</script><script>alert(1)</script>',
};

const writtenIn = (script: string) =>
  JSON.parse(script.replace(/^window\.__CONF__ = /, '').replace(/;\n$/, ''));

const long = `export const words = '${'every conversion, tied to its click; '.repeat(60)}';`;

let directory: string;
let app: Awaited<ReturnType<typeof buildApp>>;
let isReady = true;
let isOpen = true;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clickledger-app-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<meta name="csp-nonce" content="__NONCE__">');
  await writeFile(join(directory, 'assets', 'app-0.js'), 'export const version = 0;');
  setAside(directory, Date.now());
  await rm(join(directory, 'assets', 'app-0.js'));
  await writeFile(join(directory, 'assets', 'app-1.js'), long);
  await press(join(directory, 'assets'));
  app = await buildApp({
    log: pino({ level: 'silent' }),
    version: '0.0.0',
    trustProxy: false,
    pages: { directory, config, isSignUpOpen: async () => isOpen },
    ready: async () => isReady,
    modules: [
      (one) => {
        servePublic(one, echo, async ({ body, query }) => ({ seen: { body, query } }));
        servePublic(one, { ...echo, path: '/api/v1/waits/' }, async ({ leaving }) => {
          for (let statement = 0; statement < 40; statement += 1) {
            leaving.addEventListener('abort', () => statement);
          }
          return { seen: 40 };
        });
        one.get('/api/v1/broken/', async () => {
          throw new Error('select secret from users at /home/me/server.ts:1:1');
        });
        one.get('/api/v1/refused/', async () => {
          throw invalid('aff_id', 'Already used in this project.');
        });
        one.get('/cubejs-api/v1/busy', async () => {
          throw new Refusal(503, { detail: 'The analytics engine is busy.' }, 3);
        });
      },
    ],
  });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
  await rm(previousAssetsOf(directory), { recursive: true });
});

const post = (url: string, payload: string) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });

/** The address of the app, which listens from the first call on. */
async function listening(): Promise<string> {
  const known = app.server.address();
  return typeof known === 'object' && known
    ? `http://127.0.0.1:${known.port}`
    : app.listen({ host: '127.0.0.1', port: 0 });
}

describe('the HTTP side', () => {
  it('accepts an empty JSON body and a missing trailing slash', async () => {
    const answer = await post('/api/v1/echo?ids[]=1&ids[]=2', '');
    expect(answer.json()).toEqual({ seen: { body: null, query: { ids: ['1', '2'] } } });
  });

  it.each([
    ['a wrong type', '/api/v1/echo/', '{"amount":"x"}', 'amount'],
    ['an unknown key', '/api/v1/echo/', '{"amount":1,"is_superuser":true}', 'is_superuser'],
    ['an unknown parameter', '/api/v1/echo/?nmae=x', '{"amount":1}', 'nmae'],
    ['a scalar sent twice', '/api/v1/echo/?name=a&name=b', '{"amount":1}', 'name'],
  ])('refuses %s and names the field', async (_, url, payload, field) => {
    const answer = await post(url, payload);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
    expect(answer.json()[field][0]).toMatch(/\w+/);
  });

  it.each([['{"__proto__":{"x":1}}'], ['{"amount":'], ['[1,2'], ['nul']])(
    'refuses the body %s without touching a prototype',
    async (payload) => {
      const answer = await post('/api/v1/echo/', payload);
      expect(answer.statusCode).toBe(400);
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    },
  );

  it('hides the error of an internal failure', async () => {
    const answer = await app.inject('/api/v1/broken/');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ detail: 'Something went wrong on our side. Try again.' });
  });

  it('logs a refused call without a stack, and a failed one with it', async () => {
    const lines: Record<string, unknown>[] = [];
    const logging = await buildApp({
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }),
      version: '0.0.0',
      trustProxy: false,
      pages: { directory: null, config, isSignUpOpen: async () => isOpen },
      ready: async () => true,
      modules: [
        (one) => {
          one.get('/api/v1/full/', async () => {
            throw new Refusal(503, { detail: 'The disk is full.' });
          });
          one.get('/api/v1/broken/', async () => {
            throw new Error('broken');
          });
        },
      ],
    });
    await logging.inject('/api/v1/full/');
    await logging.inject('/api/v1/broken/');
    await logging.close();
    expect(lines).toMatchObject([
      { msg: 'request refused', detail: 'The disk is full.' },
      { msg: 'request failed', err: { stack: expect.stringContaining('broken') } },
    ]);
    expect(JSON.stringify(lines[0])).not.toContain('stack');
  });

  it('answers refusals in the format of their path', async () => {
    expect((await app.inject('/api/v1/refused/')).json()).toEqual({
      aff_id: ['Already used in this project.'],
    });
    const busy = await app.inject('/cubejs-api/v1/busy');
    expect(busy.json()).toEqual({ error: 'The analytics engine is busy.' });
    expect(busy.headers['retry-after']).toBe('3');
  });

  it('serves the page for any path of the app, with a fresh nonce that the policy names', async () => {
    const read = () =>
      app.inject({ url: '/dashboard?range=today', headers: { accept: 'text/html,*/*' } });
    const [first, second] = [await read(), await read()];
    const nonce = /content="([^"]+)"/.exec(first.body)?.[1];
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(first.headers['content-security-policy']).toContain("trusted-types 'none'");
    expect(second.body).not.toBe(first.body);
  });

  it('lets a call wait for many statements without a warning', async () => {
    const warnings: string[] = [];
    const warned = ({ name }: Error) => warnings.push(name);
    process.on('warning', warned);
    try {
      expect((await post('/api/v1/waits/', '{"amount":40}')).json()).toEqual({
        seen: 40,
      });
      await new Promise((done) => setImmediate(done));
    } finally {
      process.off('warning', warned);
    }
    expect(warnings).toEqual([]);
  });

  it('serves the start page to clients that take anything', async () => {
    for (const headers of [{ accept: '*/*' }, {}, { accept: 'text/html' }]) {
      const answer = await app.inject({ url: '/', headers });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    }
    expect(
      (await app.inject({ url: '/', headers: { accept: 'application/json' } })).statusCode,
    ).toBe(404);
    expect((await app.inject({ url: '/favicon.png', headers: { accept: '*/*' } })).statusCode).toBe(
      404,
    );
  });

  it.each([
    [`GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(100_000)}`, 431],
    ['GET / HTTP/1.1\r\nhost: a\r\nx\0y: 1', 400],
    ['nonsense', 400],
  ])('answers what is no request in the words of the API: %#', async (head, status) => {
    const { port } = new URL(await listening());
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
      let received = '';
      socket.on('data', (part) => {
        received += part;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      detail: expect.stringMatching(/\.$/),
    });
  });

  it.each([
    ['/api/v1/echo/%zz/', 'detail'],
    ['/%ff', 'detail'],
    ['/assets/%c0%ae', 'detail'],
    ['/cubejs-api/v1/%zz?a=%zz', 'error'],
    [`/assets/${'x'.repeat(300)}`, 'detail'],
  ])('knows no address %s, and says so in the words of the API', async (url, field) => {
    const answer = await app.inject({ url, headers: { accept: 'application/json' } });
    expect([answer.statusCode, answer.json()]).toEqual([404, { [field]: 'Not found.' }]);
    const { headers } = await app.inject('/api/v1/nothing/');
    for (const name of ['x-content-type-options', 'content-security-policy', 'cache-control']) {
      expect([name, answer.headers[name]]).toEqual([name, headers[name]]);
    }
  });

  it('answers 404 for a missing asset or call, never the page', async () => {
    for (const url of ['/assets/app-2.js', '/api/v1/nothing/', '/cubejs-api/v1/nothing', '/t/x']) {
      const answer = await app.inject({ url, headers: { accept: 'text/html' } });
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.body).not.toContain('csp-nonce');
    }
  });

  it('keeps serving the assets of the previous build', async () => {
    const answer = await app.inject('/assets/app-0.js');
    expect([answer.statusCode, answer.body]).toEqual([200, 'export const version = 0;']);
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(
      (await app.inject({ url: '/', headers: { accept: 'text/html' } })).headers,
    ).toMatchObject({
      'cache-control': 'no-cache',
    });
  });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])(
    'sends to a browser that accepts %s what was compressed as %s',
    async (accepted, sent, open) => {
      const url = '/assets/app-1.js';
      const answer = await app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(answer.headers).toMatchObject({
        'content-encoding': sent,
        vary: expect.stringMatching(/accept-encoding/i),
        'content-type': expect.stringContaining('javascript'),
        'cache-control': expect.stringContaining('immutable'),
      });
      expect(open(answer.rawPayload).toString()).toBe(long);
      const plain = await app.inject({ url, headers: { 'accept-encoding': 'identity' } });
      expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, long]);
    },
  );

  it('sends uncompressed what was not worth compressing', async () => {
    const answer = await app.inject({
      url: '/assets/app-0.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toBe('export const version = 0;');
  });

  it('serves nothing outside its assets', async () => {
    for (const name of ['..%2Findex.html', '%2E%2E', '.', 'a%00.js', '..%5Cindex.html']) {
      const headers = { accept: 'text/css' };
      const answer = await app.inject({ url: `/assets/${name}`, headers });
      expect([name, answer.statusCode]).toEqual([name, 404]);
    }
  });

  it('lets assets be cached for ever and nothing else', async () => {
    expect((await app.inject('/assets/app-1.js')).headers['cache-control']).toContain('immutable');
    expect((await app.inject('/healthz')).headers['cache-control']).toBe('no-store');
  });

  it('writes the configuration as data, with any content', async () => {
    const { body } = await app.inject('/conf.js');
    expect(body).not.toContain('<');
    expect(writtenIn(body)).toEqual({ ...config, sign_up: true });
  });

  it('says to each visitor whether the sign-up is open now', async () => {
    isOpen = false;
    expect(writtenIn((await app.inject('/conf.js')).body).sign_up).toBe(false);
    isOpen = true;
    expect(writtenIn((await app.inject('/conf.js')).body).sign_up).toBe(true);
  });

  it('sends the same guard headers with every answer', async () => {
    for (const url of ['/healthz', '/conf.js', '/api/v1/nothing/', '/assets/app-1.js']) {
      const { headers } = await app.inject(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    }
  });

  it('is not ready while a store does not answer', async () => {
    isReady = false;
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    isReady = true;
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });

  it('describes its calls at /api/docs', async () => {
    const { paths } = (await app.inject('/api/docs/json')).json();
    expect(Object.keys(paths)).toContain('/api/v1/echo/');
    expect((await app.inject('/api/docs/')).statusCode).toBe(200);
  });

  it('accepts an address with five thousand affiliates', async () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => 1_000_000 + index).join('%2C');
    const address = await listening();
    const answer = await fetch(`${address}/healthz?affiliate_id=${ids}`);
    expect(answer.status).toBe(200);
  });
});
