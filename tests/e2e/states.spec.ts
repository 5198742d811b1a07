import { expect, test } from '@playwright/test';
import { member } from '../support/samples.ts';
import { overflow, schemes, violations, wear } from './axe.ts';
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
        for (const scheme of schemes) {
          await wear(page, scheme);
          await expect(page.getByText(sees).and(page.locator(':visible')).first()).toBeVisible({
            timeout: 20_000,
          });
          expect(await violations(page), scheme).toEqual([]);
          expect(await overflow(page), scheme).toBe(0);
        }
      });
    }
  });
}
