import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pixelScriptRoutes, readPixelScript } from '#server/collect/pixel-script.ts';
import { appOf } from '#tests/support/app.ts';
import { silent } from '#tests/support/stores.ts';

const code = '(function(){/* the pixel */})();';
const folder = mkdtempSync(join(tmpdir(), 'clickledger-px-'));
const file = join(folder, 'px.js');
const second = join(folder, 'px-assign.js');

let app: FastifyInstance;
let version: string;

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

beforeAll(async () => {
  writeFileSync(file, code);
  writeFileSync(second, 'export const assign = 1;');
  app = await appOf([
    (one) =>
      pixelScriptRoutes(one, {
        pixel: readPixelScript(file, silent),
        assign: readPixelScript(second, silent),
      }),
  ]);
  version = /"(.+)"/.exec((await get('/t/px.js')).headers.etag ?? '')?.[1] ?? '';
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe('the pixel script', () => {
  it('is public for every page, at a fixed address', async () => {
    const answer = await get('/t/px.js');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(code);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
      vary: 'accept-encoding',
    });
  });

  it('is not sent again to a browser that has it', async () => {
    const answer = await get('/t/px.js', { 'if-none-match': `W/"${version}"` });
    expect(answer.statusCode).toBe(304);
    expect(answer.body).toBe('');
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await get('/t/px.js', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  });

  it('is compressed for browsers that support it', async () => {
    const answer = await get('/t/px.js', { 'accept-encoding': 'br, gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).toString()).toBe(code);
  });

  it('has an address of its own per version, which never changes', async () => {
    const answer = await get(`/t/px-${version}.js`);
    expect(answer.body).toBe(code);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('finds what it loads for split tests beside it', async () => {
    const answer = await get('/t/px-assign.js');
    expect(answer.body).toBe('export const assign = 1;');
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' },
      'cache-control': 'public, max-age=600, stale-while-revalidate=86400',
    });
  });

  it('keeps working for pages that name an earlier version', async () => {
    const answer = await get('/t/px-0123456789ab.js');
    expect(answer.body).toBe(code);
    expect(answer.headers['cache-control']).toMatch(/max-age=600/);
    for (const url of ['/t/px-.js', '/t/px-x.js', '/t/px-0123456789ab.map'])
      expect((await get(url)).statusCode).toBe(404);
  });

  it('answers with an error when it was not built', async () => {
    const bare = await appOf([
      (one) =>
        pixelScriptRoutes(one, {
          pixel: readPixelScript(join(folder, 'nothing.js'), silent),
          assign: null,
        }),
    ]);
    const answer = await bare.inject({ url: '/t/px.js' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      detail: 'px.js is not built on this server. Run npm run build.',
    });
    await bare.close();
  });
});
