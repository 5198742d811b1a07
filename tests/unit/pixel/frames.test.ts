import { describe, expect, it } from 'vitest';
import { createBrowser } from './browser.ts';

describe('the code of event pixels', () => {
  it('runs in sandboxed frames, from the address of the script', async () => {
    const browser = createBrowser();
    browser.answer = { status: 200, frames: ['/t/f/21?k=mp_test&event_id=o-1', 'https://['] };
    const page = await browser.open('/');
    await page.pass(200);
    const frames = [...page.window.document.querySelectorAll('iframe')];
    expect(frames.map(({ src, hidden }) => [src, hidden])).toEqual([
      ['https://ledger.test/t/f/21?k=mp_test&event_id=o-1', true],
    ]);
    expect(frames[0]?.getAttribute('sandbox')).toBe('allow-scripts');
    expect(browser.named('page_view')).toHaveLength(1);
  });

  it('never disturbs a page whose collector answers something else', async () => {
    const browser = createBrowser();
    browser.answer = { status: 200 };
    const page = await browser.open('/');
    await page.pass(60_000);
    expect(page.window.document.querySelector('iframe')).toBeNull();
    expect(browser.sent).toHaveLength(1);
  });
});
