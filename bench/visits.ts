import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BareBrowser, openBrowser, type Profile } from './bare-browser.ts';
import { freshContext, launch, scriptOf, signIn, type Visit, watchPages } from './browser.ts';

/** The address of the measured product and a user's credentials. */
export type Site = { url: string; email: string; password: string };

/** Measures visits in new windows, then in the same windows with the cached files of two visits. */
export const visitsInWindows = (site: Site, address: string, times: number) =>
  withBrowser(async (browser) => {
    const cold: Visit[] = [];
    const cached: Visit[] = [];
    for (let round = 0; round < times; round += 1) {
      const profile = await browser.private();
      await signedIn(profile, site);
      cold.push(await visitOnce(profile, address));
      await visitOnce(profile, address);
      cached.push(await visitOnce(profile, address));
      await profile.close();
    }
    return { cold, cached };
  });

/** Measures visits in new tabs of a browser that has visited before, then in the same tab. */
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

/** The compressed bytes of script that an address loads. */
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

/** Signs in by storing a token, in a window that has no cached files. */
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
