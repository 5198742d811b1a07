import type { Page } from '@playwright/test';
import { member } from '../../support/samples.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { addressOf, expect, test } from '../support/page.ts';
import { type State, states } from '../support/panel-states.ts';
import { startStubServer, storeSession } from '../support/stub-server.ts';

const widths = [320, 1440];
const over = states.filter(({ isOver }) => isOver);
/** The figures below a dialog have states of their own: here only the panel counts that opened it. */
const below = ['section.panel:not(:has([aria-expanded="true"]))'];

async function isValid(page: Page, { name, sees, isOver }: State, width: number): Promise<void> {
  const shown = page.getByText(sees).and(page.locator(':visible')).first();
  const isShown = () => expect(shown, `${name} at ${width}`).toBeVisible({ timeout: 20_000 });
  const wrong = await violationsInBoth(page, isShown, isOver ? below : []);
  expect(wrong, `${name} at ${width}`).toEqual([]);
  await expect.poll(() => overflow(page), `${name} at ${width}`).toBe(0);
}

for (const state of states.filter(({ isOver }) => !isOver)) {
  const { name, answers, guest, path = '/dashboard', person = member, act } = state;
  test(name, async ({ page }) => {
    await startStubServer(page, answers, [person]);
    if (!guest) await storeSession(page, person);
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    await page.goto(addressOf(path));
    await act?.(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await isValid(page, state, width);
    }
  });
}

// The dialogs of the dashboard differ by width: they are opened at each width, one after the other.
for (const width of widths) {
  for (const [half, some] of [over.slice(0, 8), over.slice(8)].entries()) {
    test(`the dialogs of the dashboard at ${width} px, ${half + 1} of 2`, async ({ page }) => {
      await startStubServer(page, {}, [member]);
      await storeSession(page, member);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(addressOf('/dashboard'));
      for (const state of some) {
        await state.act?.(page);
        await isValid(page, state, width);
        await page.keyboard.press('Escape');
      }
    });
  }
}
