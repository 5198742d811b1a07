import type { Page } from '@playwright/test';
import { addressOf } from './page.ts';

/** Another tab of the same browser: its broadcasts, and its changes of the storage. */
export async function openOtherTab(page: Page) {
  const tab = await page.context().newPage();
  await tab.goto(addressOf('/conf.js'));
  return {
    send: (word: string) =>
      tab.evaluate((text) => new BroadcastChannel('clickledger').postMessage(text), word),
    /** The storage holds the same session for another version of the app. */
    keepToken: (token: string | null) =>
      tab.evaluate((stored) => {
        const key = 'clickledger.v1.token';
        const text = JSON.stringify(stored);
        if (stored === null) localStorage.removeItem(key);
        else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
        else localStorage.setItem('clickledger.v0.token', String(performance.now()));
      }, token),
  };
}
