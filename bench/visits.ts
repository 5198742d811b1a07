import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BareBrowser, openBrowser, type Profile } from './bare-browser.ts';
import { freshContext, launch, scriptOf, signIn, type Visit, watchPages } from './browser.ts';

/** Where the measured product answers, and who may look. */
export type Site = { url: string; email: string; password: string };

/** As many visits with nothing kept, and in the same windows with the files of two visits before. */
export const visitsInWindows = (site: Site, address: string, times: number) =>
  withBrowser(async (browser) => {
    const cold: Visit[] = [];
    const kept: Visit[] = [];
    for (let round = 0; round < times; round += 1) {
      const profile = await browser.private();
      await signedIn(profile, site);
      cold.push(await visitOnce(profile, address));
      await visitOnce(profile, address);
      kept.push(await visitOnce(profile, address));
      await profile.close();
    }
    return { cold, kept };
  });

/** As many visits in new tabs of a browser that has shown this address before, and then in the same tab. */
export const visitsInTabs = (site: Site, address: string, times: number) =>
  withBrowser(async ({ own }) => {
    await signedIn(own, site);
    const warm: Visit[] = [];
    const again: Visit[] = [];
    for (let round = 0; round < 3; round += 1) await visitOnce(own, address);
    for (let round = 0; round < times; round += 1) {
      const tab = await own.tab();
      warm.push(await tab.visit(address));
      again.push(await tab.visit(address));
      await tab.close();
    }
    return { warm, again };
  });

/** The script that an address makes the browser fetch, compressed. */
export async function scriptFor({ url, email, password }: Site, address: string): Promise<number> {
  const browser = await launch();
  try {
    const context = await freshContext(browser);
    await watchPages(context);
    await signIn(await context.newPage(), url, email, password);
    return await scriptOf(await context.newPage(), address);
  } finally {
    await browser.close();
  }
}

async function withBrowser<Value>(work: (browser: BareBrowser) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-profile-'));
  const browser = await openBrowser(folder);
  try {
    return await work(browser);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** A token that the app finds, in a window that has seen no file of it. */
async function signedIn(profile: Profile, { url, email, password }: Site): Promise<void> {
  const answer = await fetch(`${url}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token }: { token: string } = await answer.json();
  await profile.remember(`${url}/healthz`, 'clickledger.v1.token', JSON.stringify(token));
}

async function visitOnce(profile: Profile, address: string): Promise<Visit> {
  const tab = await profile.tab();
  const seen = await tab.visit(address);
  await tab.close();
  return seen;
}
