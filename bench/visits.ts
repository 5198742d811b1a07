import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freshContext,
  launch,
  launchProfile,
  scriptOf,
  signIn,
  type Visit,
  visit,
  watchPages,
} from './browser.ts';

/** Where the measured product answers, and who may look. */
export type Site = { url: string; email: string; password: string };

/** As many visits with nothing kept, and in the same windows with the files of two visits before. */
export async function visitsInWindows(site: Site, address: string, times: number) {
  const browser = await launch();
  try {
    const guest = await freshContext(browser);
    await signIn(await guest.newPage(), site.url, site.email, site.password);
    const storageState = await guest.storageState();
    await guest.close();
    const member = async () => {
      const context = await freshContext(browser, storageState);
      await watchPages(context);
      return { context, page: await context.newPage() };
    };
    const weighed = await member();
    const script = await scriptOf(weighed.page, address);
    await weighed.context.close();
    const cold: Visit[] = [];
    const kept: Visit[] = [];
    for (let round = 0; round < times; round += 1) {
      const { context, page } = await member();
      cold.push(await visit(page, address));
      await page.goto('about:blank');
      await visit(page, address);
      await page.goto('about:blank');
      kept.push(await visit(page, address));
      await context.close();
    }
    return { cold, kept, script };
  } finally {
    await browser.close();
  }
}

/**
 * As many visits in new tabs of a browser that has shown this address before, and then in the same tab. A browser
 * keeps compiled code of what it has run twice.
 */
export async function visitsInTabs({ url, email, password }: Site, address: string, times: number) {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-profile-'));
  const browser = await launchProfile(folder);
  try {
    await watchPages(browser);
    const first = await browser.newPage();
    await signIn(first, url, email, password);
    for (let round = 0; round < 3; round += 1) await visit(first, address);
    await first.goto('about:blank');
    const warm: Visit[] = [];
    const again: Visit[] = [];
    for (let round = 0; round < times; round += 1) {
      const tab = await browser.newPage();
      warm.push(await visit(tab, address));
      again.push(await visit(tab, address));
      await tab.close();
    }
    return { warm, again };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}
