import { expect, type Locator, type Page } from '@playwright/test';

/** Further than any stop is from another. */
const mostStops = 160;
/** Longer than any menu. */
const mostSteps = 40;

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

  /** Goes on from stop to stop until it is on the wanted one. Each stop on the way shows that it is one. */
  async goTo(wanted: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(wanted).toBeVisible();
    for (let stops = 0; stops < mostStops && !(await isFocused(wanted)); stops += 1) {
      await this.press(step);
    }
    await this.isOn(wanted);
  }

  /** Goes there and presses it. */
  async take(wanted: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.goTo(wanted, step);
    await this.press('Enter');
  }

  /** In a menu or a list of radios: arrows until it is on the wanted one. */
  async pick(wanted: Locator, key = 'ArrowDown'): Promise<void> {
    await expect(wanted).toBeVisible();
    for (let steps = 0; steps < mostSteps && !(await isFocused(wanted)); steps += 1) {
      await this.press(key);
    }
    await this.isOn(wanted);
  }

  async isOn(wanted: Locator): Promise<void> {
    await expect(wanted).toBeFocused();
    await this.isSomewhere();
  }

  /** What has the keyboard is drawn, in sight, and has a ring; nothing was lost to the page as a whole. */
  private async isSomewhere(): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(standing), {
        message: 'where the keyboard is',
        timeout: 4_000,
      })
      .toBe('in sight with a ring');
  }
}

const isFocused = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => element === document.activeElement);

function standing(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nowhere';
  // A search field shows its ring around its whole box, a place of a map as its border.
  const ringed = focused.closest('.picker-search, .filter-search, .desk-find') ?? focused;
  const { outlineStyle, outlineWidth, boxShadow, strokeWidth } = getComputedStyle(ringed);
  const words = `${focused.tagName} “${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}”`;
  const hasRing =
    (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) ||
    boxShadow !== 'none' ||
    (focused instanceof SVGElement && Number.parseFloat(strokeWidth) >= 2);
  if (!hasRing) return `${words} without a ring`;
  const box = focused.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return `${words} not drawn`;
  const isSeen = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return isSeen ? 'in sight with a ring' : `${words} out of sight`;
}
