import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the colours of a page. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** The accessibility violations of a page. Runs through the debugger, which no page policy restricts. */
export const violations = (page: Page): Promise<string[]> =>
  found(page, { runOnly: standards }, []);

async function found(page: Page, rules: object, besides: readonly string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async ([options, exclude]) => {
      const { axe } = window as unknown as {
        axe: { run: (context: object, options: object) => Promise<{ violations: Found[] }> };
      };
      type Found = { id: string; nodes: { html: string; failureSummary: string }[] };
      // Content out of sight is not laid out until it is scrolled to, and colours and sizes need its layout.
      for (const panel of document.querySelectorAll<HTMLElement>('.panel')) {
        panel.style.setProperty('content-visibility', 'visible');
      }
      const isPart = exclude.some((part) => document.querySelector(part));
      const context = isPart ? { exclude: exclude.map((part) => [part]) } : document;
      const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
      );
    },
    [rules, besides] as const,
  );
}

/**
 * The violations in light and dark; `look` is called in each, with its name. `besides` are selectors of parts that were
 * checked without a dialog above them.
 */
export async function violationsInBoth(
  page: Page,
  look: (scheme: Scheme) => Promise<unknown> = async () => undefined,
  besides: readonly string[] = [],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await emulateColors(page, scheme);
    await look(scheme);
    const rules = { runOnly: scheme === 'light' ? standards : colours };
    wrong.push(...(await found(page, rules, besides)).map((sentence) => `${scheme}: ${sentence}`));
  }
  return wrong;
}

type Scheme = 'light' | 'dark';

/** Emulates the other colour scheme, for pages that follow the system. */
export async function emulateColors(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    // An inherited colour starts its transition after its parent's.
    for (let all = changing(); all.length > 0; all = changing()) {
      await Promise.allSettled(all.map(({ finished }) => finished));
    }
  });
}

/** By how much a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** The cells of a table that its frame cuts off: they are hidden without scrolling sideways. */
export const cellsCutOff = (table: Locator): Promise<string[]> =>
  table.evaluate((element) => {
    const frame = element.parentElement ?? element;
    const edge = Math.ceil(Math.min(frame.getBoundingClientRect().right, window.innerWidth));
    return [...element.querySelectorAll('tbody :is(th, td), tfoot :is(th, td)')]
      .filter((cell) => cell.getBoundingClientRect().right > edge)
      .map((cell) => cell.textContent ?? '');
  });
