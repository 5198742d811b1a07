import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

export type Visit = {
  /** Milliseconds from the navigation to the first figure, and to the last panel that finished loading. */
  firstNumber: number;
  lastPanel: number;
  longestTask: number;
  /** The sum of all layout shifts. */
  shift: number;
};

type Watched = { seen: Visit };

const longest = 60_000;

const windowed = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };

/** The path of the browser and its launch options. */
export function launching() {
  const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  return {
    ...(installed ? { executablePath: installed } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--enable-precise-memory-info',
    ],
  };
}

export const launch = (): Promise<Browser> => chromium.launch(launching());

/** A new browser context with an empty cache. */
export const freshContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext(windowed);

export async function signIn(page: Page, url: string, email: string, password: string) {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor({ timeout: longest });
}

/** The compressed bytes of script that an address loads until every panel shows its figures. */
export async function scriptOf(page: Page, address: string): Promise<number> {
  const bodies: Promise<number>[] = [];
  const weigh = (response: { request(): { resourceType(): string }; body(): Promise<Buffer> }) => {
    if (response.request().resourceType() !== 'script') return;
    bodies.push(response.body().then((body) => gzipSync(body).length));
  };
  page.on('response', weigh);
  await page.goto(address);
  await page.waitForFunction(() => (globalThis as unknown as Watched).seen.lastPanel > 0, null, {
    timeout: longest,
  });
  page.off('response', weigh);
  return (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Records in every page when the first figure and the last panel appeared, and what they cost. It contains no named
 * functions, because esbuild's helper for names is missing in the page.
 */
export const watch = () => {
  const seen: Visit = { firstNumber: 0, lastPanel: 0, longestTask: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longestTask = Math.max(seen.longestTask, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      seen.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });

  new MutationObserver(() => {
    const figures = [...document.querySelectorAll('.figure-value')];
    if (seen.firstNumber === 0 && figures.some(({ textContent }) => /\d/.test(textContent))) {
      seen.firstNumber = performance.now();
    }
    const panels = document.querySelectorAll('main .panel').length;
    const isBusy = document.querySelector('main [aria-busy="true"], main .skeleton') !== null;
    if (seen.firstNumber === 0 || panels < 9 || isBusy) seen.lastPanel = 0;
    else if (seen.lastPanel === 0) seen.lastPanel = performance.now();
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['aria-busy'],
  });
};

export const watchPages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(watch);

/** The used heap after a garbage collection, in bytes. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Leaves the dashboard and returns by links inside the app. */
export async function comeAndGo(page: Page, times: number): Promise<void> {
  const goTo = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
    }, path);
  for (let round = 0; round < times; round += 2) {
    await goTo('/nowhere');
    await page.getByRole('heading', { name: /^Page Not Found/ }).waitFor({ timeout: longest });
    await goTo('/dashboard');
    await page.locator('.figure-value').first().waitFor({ timeout: longest });
  }
}
