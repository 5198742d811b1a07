import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What other colours can change of a page that is otherwise the same. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What is wrong for people who do not see, hear or point. Run through the debugger, which no page policy binds. */
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
      // What is out of sight is not laid out before somebody comes near it, and colours and sizes are asked of what is.
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
 * What is wrong in light and dark; `look` is called in each, with its name. `besides` are selectors of parts that were
 * looked at where nothing lay over them.
 */
export async function violationsInBoth(
  page: Page,
  look: (scheme: Scheme) => Promise<unknown> = async () => undefined,
  besides: readonly string[] = [],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await wear(page, scheme);
    await look(scheme);
    const rules = { runOnly: scheme === 'light' ? standards : colours };
    wrong.push(...(await found(page, rules, besides)).map((sentence) => `${scheme}: ${sentence}`));
  }
  return wrong;
}

type Scheme = 'light' | 'dark';

/** Shows the same page in the other colours, where a person left the choice to their system. */
export async function wear(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    // What inherits a colour begins to change when that has changed.
    for (let all = changing(); all.length > 0; all = changing()) {
      await Promise.allSettled(all.map(({ finished }) => finished));
    }
  });
}

/** By how much a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** What of a table's rows its frame cuts off: nobody sees it without scrolling sideways. */
export const cutOff = (table: Locator): Promise<string[]> =>
  table.evaluate((element) => {
    const frame = element.parentElement ?? element;
    const edge = Math.ceil(Math.min(frame.getBoundingClientRect().right, window.innerWidth));
    return [...element.querySelectorAll('tbody :is(th, td), tfoot :is(th, td)')]
      .filter((cell) => cell.getBoundingClientRect().right > edge)
      .map((cell) => cell.textContent ?? '');
  });
