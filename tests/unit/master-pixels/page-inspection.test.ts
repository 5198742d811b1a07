import { describe, expect, it } from 'vitest';
import { readPage } from '#server/master-pixels/page-inspection.ts';
import { checksOf } from '#server/master-pixels/verify.ts';

const key = 'mp_0123456789';

const checked = (url: string, publicUrl: string) => {
  const html = `<script async src="${publicUrl}/t/px.js" data-key="${key}"></script>`;
  const checks = checksOf(readPage(url, {}, html), { key, domains: [], publicUrl });
  return checks.find(({ id }) => id === 'script');
};

describe('a page over https', () => {
  it('cannot load a script over http, but for one of this machine', () => {
    expect(checked('https://shop.example/', 'http://ledger.example')).toEqual({
      id: 'script',
      ok: false,
      message:
        'The page uses https and the script http: browsers block it. This installation needs an https address (PUBLIC_URL).',
    });
    for (const origin of ['https://ledger.example', 'http://127.0.0.1:3000', 'http://localhost'])
      expect(checked('https://shop.example/', origin)).toMatchObject({ ok: true });
    expect(checked('http://shop.example/', 'http://ledger.example')).toMatchObject({ ok: true });
  });
});

describe('a hostile page', () => {
  it.each(['<script', '<meta', '<!--', '<script "', "<meta content='", '<script>/t/px.js mp_'])(
    'that repeats %s is read in linear time',
    (text) => {
      const page = (bytes: number) => text.repeat(Math.ceil(bytes / text.length));
      const timed = (html: string) => {
        const start = process.cpuUsage();
        readPage('https://shop.example/', {}, html);
        return process.cpuUsage(start).user;
      };
      timed(page(10_000));
      expect(timed(page(1_000_000))).toBeLessThan(2_000_000);
    },
  );
});
