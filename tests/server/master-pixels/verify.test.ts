import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { type MasterPixel, verifiedSchema } from '#contract/master-pixels/schemas.ts';
import {
  type Company,
  masterPixelFixture,
  newPixel,
  noon,
  openCompany,
  pixelsOf,
  publicUrl,
} from './fixture.ts';

const fixture = masterPixelFixture();
let company: Company;
let pixel: MasterPixel;
beforeEach(async () => {
  fixture().setNow(noon);
  company = await openCompany(fixture());
  [pixel] = await pixelsOf(fixture(), company);
});

type Shown = { html?: string; headers?: Record<string, string>; status?: number; body?: Buffer };

const requestVerify = (url: string, id = pixel.id) =>
  fixture().call(company.owner, 'POST', `/api/v1/master-pixels/${id}/verify/`, { url });

async function verified(url: string, id = pixel.id) {
  const answer = await requestVerify(url, id);
  expect(answer.statusCode, answer.body).toBe(200);
  const { checks, ...message } = verifiedSchema.parse(answer.json());
  return { ...message, checks: Object.fromEntries(checks.map(({ id, ok }) => [id, ok])) };
}

/** The findings for a page of a site. */
async function lookAt({ html = '', headers = {}, status = 200, body }: Shown, id = pixel.id) {
  fixture().site.answersAt('/page', (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(body ?? `<!doctype html><html><head>${html}</head><body></body></html>`);
  });
  return verified(`${fixture().site.origin}/page`, id);
}

const tag = (attributes = '') =>
  `<script async src="${publicUrl}/t/px.js" data-key="${pixel.key}"${attributes}></script>`;
const allWell = {
  reachable: true,
  script: true,
  key: true,
  once: true,
  csp_script: true,
  csp_connect: true,
  domain: true,
};

describe('a page', () => {
  it('with the snippet is found', async () => {
    expect(await lookAt({ html: tag() })).toEqual({
      verdict: 'found',
      message: 'The page loads the pixel with this key.',
      url: `${fixture().site.origin}/page`,
      http_status: 200,
      checks: allWell,
    });
  });

  it.each([
    [
      'by a tag manager’s address',
      (key: string) => `<script src="${publicUrl}/t/px.js?key=${key}">`,
    ],
    [
      'by a version',
      (key: string) => `<script src="${publicUrl}/t/px-0123456789ab.js" data-key=${key}>`,
    ],
    ['in capitals', (key: string) => `<SCRIPT SRC='${publicUrl}/t/px.js' DATA-KEY='${key}'>`],
    ['by code', (key: string) => `<script>load("${publicUrl}/t/px.js", "${key}")</script>`],
  ])('that loads it %s is found', async (_, html) => {
    expect(await lookAt({ html: `${html(pixel.key)}</script>` })).toMatchObject({
      verdict: 'found',
      checks: allWell,
    });
  });

  it('without the script is not', async () => {
    const found = await lookAt({ html: `<!-- ${tag()} --><script>var t = 'px.js'</script>` });
    expect(found).toMatchObject({
      verdict: 'not_found',
      message: 'The page does not load the script. Paste the snippet into its <head>.',
      checks: { script: false, key: null, once: null },
    });
  });

  it('with a tag manager may load it later', async () => {
    const html = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>';
    expect((await lookAt({ html })).message).toMatch(
      /^The page itself does not load the script\. /,
    );
  });

  it('that loads the script from elsewhere, or with another key, gets that finding', async () => {
    const elsewhere = await lookAt({ html: tag().replace('ledger.test', 'other.test') });
    expect(elsewhere).toMatchObject({
      verdict: 'not_found',
      message: 'The page loads the script from other.test, not from ledger.test.',
    });
    const other = await lookAt({ html: tag().replace(pixel.key, 'mp_0123456789') });
    expect(other).toMatchObject({
      verdict: 'not_found',
      message: 'It names another key, mp_0123456789.',
      checks: { script: true, key: false },
    });
    const none = await lookAt({ html: tag().replace(/ data-key="[^"]*"/, '') });
    expect(none.message).toBe('It names no key: data-key is missing.');
  });

  it('that loads it twice is found, with the advice to leave one', async () => {
    expect(await lookAt({ html: tag() + tag() })).toMatchObject({
      verdict: 'found',
      message: 'It is loaded 2 times. Events still count once; keep only one.',
      checks: { ...allWell, once: false },
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is read also when it comes as %s', async (encoding, pack) => {
    const body = pack(`<head>${tag()}</head>${' '.repeat(2_000)}`);
    expect(await lookAt({ body, headers: { 'content-encoding': encoding } })).toMatchObject({
      verdict: 'found',
    });
    const broken = Buffer.from('not packed at all');
    expect(await lookAt({ body: broken, headers: { 'content-encoding': encoding } })).toMatchObject(
      { verdict: 'not_found', message: 'The page could not be decompressed.' },
    );
  });

  it('without an end is read up to a mebibyte', async () => {
    const before = Buffer.from(`<head>${tag()}`);
    const filler = Buffer.alloc(3 * 1024 * 1024, '<script <!-- "');
    expect(await lookAt({ body: Buffer.concat([before, filler]) })).toMatchObject({
      verdict: 'found',
    });
    expect(await lookAt({ body: Buffer.concat([filler, before]) })).toMatchObject({
      verdict: 'not_found',
    });
  });

  it('of a site that may not use the pixel is not found', async () => {
    const closed = await newPixel(fixture(), company, { domains: ['shop.example'] });
    const html = tag().replace(pixel.key, closed.key);
    expect(await lookAt({ html }, closed.id)).toMatchObject({
      verdict: 'not_found',
      message: '127.0.0.1 is not among the domains of the pixel: its events are refused.',
      checks: { ...allWell, domain: false },
    });
  });
});

describe('a content security policy', () => {
  const judged = async (policy: string, attributes = '') => {
    const { checks } = await lookAt({
      html: tag(attributes),
      headers: { 'content-security-policy': policy },
    });
    return [checks.csp_script, checks.csp_connect];
  };

  it.each([
    ['img-src *', '', [true, true]],
    ["default-src 'self'", '', [false, false]],
    ["default-src 'none'; script-src https://ledger.test; connect-src *", '', [true, true]],
    ['script-src https:', '', [true, true]],
    ['script-src *.test', '', [true, true]],
    ['script-src *.other.test', '', [false, true]],
    ['script-src https://*.test/t/; connect-src https://ledger.test/t/e', '', [true, true]],
    ['script-src https://ledger.test/t/; connect-src https://ledger.test/t', '', [true, false]],
    ['script-src https://ledger.test:8443', '', [false, true]],
    ["script-src 'none'; script-src-elem https://ledger.test", '', [true, true]],
    ["script-src 'nonce-abc' 'strict-dynamic' https:", '', [false, true]],
    ["script-src 'nonce-abc' 'strict-dynamic'", ' nonce="abc"', [true, true]],
    ['default-src https://ledger.test, connect-src https://api.example', '', [true, false]],
  ])('of %s%s is understood', async (policy, attributes, expected) => {
    expect(await judged(policy, attributes)).toEqual(expected);
  });

  it('in the page counts like one of the server, with the missing part', async () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src &#39;self&#39;">`;
    expect(await lookAt({ html: meta + tag() })).toMatchObject({
      verdict: 'not_found',
      message:
        'The content security policy of the page stops the script. Add https://ledger.test to script-src.',
    });
  });

  it('that only reports stops nothing', async () => {
    const headers = { 'content-security-policy-report-only': "default-src 'none'" };
    expect(await lookAt({ html: tag(), headers })).toMatchObject({ verdict: 'found' });
  });
});

describe('an address', () => {
  it.each([
    ['http://127.0.0.1:1/', '127.0.0.1:1 lies on an internal address.'],
    ['http://[::1]/', '[::1] lies on an internal address.'],
    ['http://169.254.169.254/latest/', '169.254.169.254 lies on an internal address.'],
    ['http://inside.test/', 'inside.test lies on an internal address.'],
    ['http://nobody.test/', 'The host nobody.test was not found.'],
  ])('as %s is not called', async (url, message) => {
    expect(await verified(url)).toMatchObject({
      verdict: 'not_found',
      message,
      http_status: null,
      checks: { reachable: false, script: null },
    });
  });

  it('that redirects inside is not followed', async () => {
    const { site } = fixture();
    site.answersAt('/leads', (response) => {
      response.writeHead(302, { location: 'http://10.0.0.7/admin' }).end();
    });
    expect(await verified(`${site.origin}/leads`)).toMatchObject({
      message: '10.0.0.7 lies on an internal address.',
    });
  });

  it('that redirects is checked at its target', async () => {
    const { site } = fixture();
    site.answersAt('/old', (response) => {
      response.writeHead(301, { location: '/missing' }).end();
    });
    site.answersAt('/missing', (response) => {
      response.writeHead(404).end(tag());
    });
    expect(await verified(`${site.origin}/old`)).toMatchObject({
      verdict: 'not_found',
      message: 'The page answered with 404.',
      url: `${site.origin}/missing`,
      http_status: 404,
    });
  });

  it.each(['ftp://shop.example/', 'javascript:alert(1)', 'shop.example', 'http://a@b.example/'])(
    'as %s is refused by name',
    async (url) => {
      const answer = await requestVerify(url);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ url: ['Enter an address like https://shop.example/.'] });
    },
  );

  it('is fetched at most ten times a minute for one person', async () => {
    for (let time = 0; time < 10; time += 1) {
      expect((await requestVerify('http://10.0.0.1/')).statusCode).toBe(200);
    }
    const answer = await requestVerify('http://10.0.0.1/');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('60');
    fixture().setNow(new Date(noon.getTime() + 60_000));
    expect((await requestVerify('http://10.0.0.1/')).statusCode).toBe(200);
  });
});
