import { expect, test } from '@playwright/test';
import { member } from '../support/samples.ts';
import { overflow, violationsInBoth } from './axe.ts';
import { addressOf } from './page.ts';
import { remember, standIn } from './stand-in.ts';
import { states } from './states.ts';

for (const width of [320, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    for (const {
      name,
      answers,
      guest,
      path = '/dashboard',
      person = member,
      act,
      sees,
    } of states) {
      test(name, async ({ page }) => {
        await standIn(page, answers, [person]);
        if (!guest) await remember(page, person);
        await page.goto(addressOf(path));
        await act?.(page);
        const shown = page.getByText(sees).and(page.locator(':visible')).first();
        const isShown = () => expect(shown).toBeVisible({ timeout: 20_000 });
        expect(await violationsInBoth(page, isShown)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      });
    }
  });
}
