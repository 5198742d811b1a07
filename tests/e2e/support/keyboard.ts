import { expect, type Locator, type Page } from '@playwright/test';

/** More than the distance between any two tab stops. */
const mostStops = 160;
/** Longer than any menu. */
const mostSteps = 40;
const inSight = 'in sight with a ring';

/** A person without a pointer: presses keys, and checks the focus after each of them. */
export class Keyboard {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a key; afterwards an element has the focus and shows it. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.isSomewhere();
    }
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.isSomewhere();
  }

  /** Focuses a stop directly; the round through all stops shows that Tab reaches it. */
  async begin(at: Locator): Promise<void> {
    await at.focus();
    await this.isOn(at);
  }

  /** Tabs until the wanted stop has the focus. Each stop on the way has to show its focus. */
  async goTo(wanted: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.stepTo(wanted, step, mostStops);
  }

  /** Tabs to a stop and presses it. */
  async take(wanted: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.goTo(wanted, step);
    await this.press('Enter');
  }

  /** Presses a control that opens a part of the page, and moves into it. */
  async open(opener: Locator, part: Locator): Promise<void> {
    await this.take(opener);
    await expect(part.locator(':focus')).toBeVisible();
  }

  /** In a menu: arrows until the wanted item has the focus. */
  async pick(wanted: Locator, key = 'ArrowDown'): Promise<void> {
    await expect(this.page.getByRole('menu').last().locator(':focus')).toBeVisible();
    await this.stepTo(wanted, key, mostSteps);
  }

  /**
   * Every stop from here to the end of the page, by its name. After it a browser continues with its own controls or
   * from the start.
   */
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

  /** Tabs through every stop of a page and back again, skipping none, and returns their names. */
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

  /** Every visible control; for a group with arrow keys, the one in the tab order. */
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
        // The element was rendered again, or is not visible yet.
        isThere = await this.isSomewhere(wanted);
        there = await wanted.elementHandle();
      }
    }
    await this.isOn(wanted);
  }

  /**
   * Whether the wanted stop has the focus. Fails if the focused element is hidden, covered or without a ring, or if the
   * focus was lost to the page.
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
 * The names of controls with their panel. Controls that only arrow keys reach are no stops, nor are the dates that a
 * pointer shows at a figure: the choice of the comparison names them.
 */
function namesOf(controls: Element[]): string[] {
  // In a row the first figure is the tab stop; the arrow keys lead to the others.
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
      // Two browsers of a kind have the same button: their places tell them apart.
      const twins = [...document.querySelectorAll('button[aria-label]')].filter(
        (other) => other.getAttribute('aria-label') === control.getAttribute('aria-label'),
      );
      const place = twins.indexOf(control);
      return `${panel} ${control.tagName} ${words?.trim()}${place > 0 ? ` ${place + 1}` : ''}`;
    });
}

function standing(wanted: Element): { words: string; isThere: boolean; isKept: boolean } {
  const focused = document.activeElement;
  const isThere = focused === wanted;
  const isKept = wanted.isConnected;
  if (!focused || focused === document.body) return { words: 'nowhere', isThere, isKept };
  // A search field shows its ring around its whole box, an area of a map as its border.
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
    // A notice covers the stop for a moment only.
    const isFree = hit !== null && (focused.contains(hit) || hit.contains(focused));
    return isFree || hit?.closest('.Toastify');
  });
  const fault = [
    !hasRing && 'without a ring',
    (width === 0 || height === 0) && 'not drawn',
    isOutside && 'out of sight',
    // The centre of a shape's box can be outside the shape.
    !isUncovered && !(focused instanceof SVGElement) && 'covered',
  ].find((words) => words !== false);
  return { words: fault ? `${name} ${fault}` : 'in sight with a ring', isThere, isKept };
}

/** The name of the focused stop and its visibility, by one call to the page. */
const look = `(() => {
  const focused = [...document.querySelectorAll(':focus')];
  return { name: (${namesOf})(focused)[0], words: (${standing})(document.body).words };
})()`;
