import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { emulateColors } from '../e2e/support/axe.ts';
import { type CapturedScreen, fileOf, type Shot, themes, type widths } from './shots.ts';

/** 15:14 on 20 November 2026 in New York, as in the samples. */
const now = new Date('2026-11-20T20:14:00Z');

/** A page with a fixed time, time zone, locale and random seed. */
export async function openPage(browser: Browser, width: number): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  // A busy machine paints the same pictures later.
  page.setDefaultTimeout(120_000);
  await page.clock.setFixedTime(now);
  // The transpiler of these files adds this helper to functions that run in the page.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(() => {
    // A blinking caret was sometimes captured before it was hidden for the picture.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { caret-color: transparent !important }');
    document.adoptedStyleSheets = [sheet];
    let seed = 1;
    Math.random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
  });
  return page;
}

/** Takes every state of a screen at one width, in both themes. */
export async function captureScreen(
  browser: Browser,
  screen: CapturedScreen,
  width: (typeof widths)[number],
  folder: string,
): Promise<Shot[]> {
  const page = await openPage(browser, width);
  const shots: Shot[] = [];
  for (const state of await screen.open(page)) {
    await screen.show(page, state);
    for (const theme of themes) {
      const shot: Shot = { screen: screen.screen, state, theme, width };
      await emulateColors(page, theme);
      await waitUntilStill(page);
      // A scrolled page is captured as it is: a full-page picture would show its edges twice.
      const fullPage = await page.evaluate(() => scrollY === 0);
      const picture = await page.screenshot({
        fullPage,
        animations: 'disabled',
        caret: 'hide',
      });
      const file = join(folder, fileOf(shot));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, picture);
      shots.push(shot);
    }
  }
  await page.close();
  return shots;
}

/** Waits for fonts, pictures, and layouts that follow the size of the page. */
const waitUntilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    for (let frames = 0; frames < 3; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
