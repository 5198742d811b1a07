import { expect, type Locator, type Page } from '@playwright/test';

/** Further than any stop is from another. */
const mostStops = 160;
/** Longer than any menu. */
const mostSteps = 40;
const inSight = 'in sight with a ring';

/** A person without a pointer: presses keys, and after each of them sees where the keyboard is. */
export class Keyboard {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a key; afterwards something has the keyboard and shows it. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.isSomewhere();
    }
  }

  /** Types into what has the keyboard. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.isSomewhere();
  }

  /** Begins at a stop; that it can be walked to is shown by the round through all of them. */
  async begin(at: Locator): Promise<void> {
    await at.focus();
    await this.isOn(at);
  }

  /** Goes on from stop to stop until it is on the wanted one. Each stop on the way shows that it is one. */
  async goTo(wanted: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.stepTo(wanted, step, mostStops);
  }

  /** Goes there and presses it. */
  async take(wanted: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.goTo(wanted, step);
    await this.press('Enter');
  }

  /** Presses what opens a part of the page, and is in that. */
  async open(opener: Locator, part: Locator): Promise<void> {
    await this.take(opener);
    await expect(part.locator(':focus')).toBeVisible();
  }

  /** In a menu: arrows until it is on the wanted one. */
  async pick(wanted: Locator, key = 'ArrowDown'): Promise<void> {
    await expect(this.page.getByRole('menu').last().locator(':focus')).toBeVisible();
    await this.stepTo(wanted, key, mostSteps);
  }

  /** Every stop from here to the end of the page, by its name. There a browser goes on to its own controls, or anew. */
  private async walk(step: 'Tab' | 'Shift+Tab'): Promise<string[]> {
    const stops: string[] = [];
    for (;;) {
      await this.page.keyboard.press(step);
      const { name, words } = await this.page.evaluate<{ name?: string; words: string }>(look);
      if (name === undefined || stops.includes(name)) return stops;
      if (words !== inSight) await this.isSomewhere();
      stops.push(name);
    }
  }

  /** Walks through every stop of a page and back again, passing over none, and answers their names. */
  async round(): Promise<string[]> {
    const start = this.page.getByRole('link', { name: 'Skip to the content' });
    await this.begin(start);
    const there = [` A ${await start.textContent()}`, ...(await this.walk('Tab'))];
    const back = await this.walk('Shift+Tab');
    expect(back.toReversed()).toEqual(there);
    const controls = await this.everything();
    expect(controls.filter((name) => !there.includes(name))).toEqual([]);
    return controls;
  }

  /** Every control that is drawn; of a group that arrows walk through, the one that stands for it. */
  private everything(): Promise<string[]> {
    return this.page
      .locator('a[href], button, input, select, textarea, [tabindex]')
      .evaluateAll(namesOf);
  }

  async isOn(wanted: Locator): Promise<void> {
    await expect(wanted).toBeFocused();
    await this.isSomewhere();
  }

  private async stepTo(wanted: Locator, key: string, most: number): Promise<void> {
    await expect(wanted).toBeVisible();
    let there = await wanted.elementHandle();
    let isThere = await wanted.evaluate((element) => element === document.activeElement);
    for (let steps = 0; steps < most && !isThere; steps += 1) {
      await this.page.keyboard.press(key);
      const seen = there && (await there.evaluate(standing));
      if (seen?.words === inSight && seen.isKept) isThere = seen.isThere;
      else {
        // Drawn anew, or not in sight yet.
        isThere = await this.isSomewhere(wanted);
        there = await wanted.elementHandle();
      }
    }
    await this.isOn(wanted);
  }

  /**
   * What has the keyboard is drawn, in sight, uncovered, and has a ring; nothing was lost to the page as a whole.
   * Whether it is the wanted one.
   */
  private async isSomewhere(wanted = this.page.locator('html')): Promise<boolean> {
    let isThere = false;
    await expect
      .poll(
        async () => {
          const stand = await wanted.evaluate(standing);
          isThere = stand.isThere;
          return stand.words;
        },
        { message: 'where the keyboard is', timeout: 4_000 },
      )
      .toBe(inSight);
    return isThere;
  }
}

/**
 * What controls are called, in their panel. What only arrows reach is no stop of its own, nor are the dates that a
 * pointer shows at a figure: the choice of the comparison names them.
 */
function namesOf(controls: Element[]): string[] {
  // Of the figures of a row the first is the stop; what it opens leads to the others.
  const groups = '[role="grid"], [role="group"], tr:has([data-figure]:not([tabindex]))';
  const others =
    ':disabled, .compared, [aria-hidden="true"], [aria-hidden="true"] *, [type="radio"]:not(:checked)';
  const isStop = (control: Element) =>
    control.getAttribute('tabindex') !== '-1' ||
    (control.matches('a, button, input, [role]') && !control.closest(groups));
  return controls
    .filter((control) => isStop(control) && !control.matches(others))
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .map((control) => {
      const panel = control.closest('section[id], aside')?.id ?? '';
      const [label] = 'labels' in control ? ((control.labels as NodeList | null) ?? []) : [];
      const words = control.getAttribute('aria-label') ?? label?.textContent ?? control.textContent;
      return `${panel} ${control.tagName} ${words?.trim()}`;
    });
}

function standing(wanted: Element): { words: string; isThere: boolean; isKept: boolean } {
  const focused = document.activeElement;
  const isThere = focused === wanted;
  const isKept = wanted.isConnected;
  if (!focused || focused === document.body) return { words: 'nowhere', isThere, isKept };
  // A search field shows its ring around its whole box, a place of a map as its border.
  const ringed =
    focused.closest('.picker-search, .filter-search, .desk-find, .log-search') ?? focused;
  const { outlineStyle, outlineWidth, boxShadow, strokeWidth } = getComputedStyle(ringed);
  const name = `${focused.tagName} “${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}”`;
  const hasRing =
    (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) ||
    (boxShadow !== 'none' && !ringed.matches('.floating')) ||
    (focused instanceof SVGElement && Number.parseFloat(strokeWidth) >= 2);
  const { left, top, right, bottom, width, height } = focused.getBoundingClientRect();
  const isOutside = bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth;
  const isUncovered = [0.1, 0.5, 0.9].some((share) => {
    const hit = document.elementFromPoint(left + width * share, top + height / 2);
    // A notice is in the way for a moment only.
    const isFree = hit !== null && (focused.contains(hit) || hit.contains(focused));
    return isFree || hit?.closest('.Toastify');
  });
  const fault = [
    !hasRing && 'without a ring',
    (width === 0 || height === 0) && 'not drawn',
    isOutside && 'out of sight',
    // The middle of a shape can lie beside it.
    !isUncovered && !(focused instanceof SVGElement) && 'covered',
  ].find((words) => words !== false);
  return { words: fault ? `${name} ${fault}` : 'in sight with a ring', isThere, isKept };
}

/** The name of the stop that has the keyboard, and how that stands there, by one question to the page. */
const look = `(() => {
  const focused = [...document.querySelectorAll(':focus')];
  return { name: (${namesOf})(focused)[0], words: (${standing})(document.body).words };
})()`;
