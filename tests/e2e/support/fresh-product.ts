import { createInstallation, type RunningProduct } from '../../torture/support/product.ts';
import { test } from './page.ts';

/** A new product for each test, without the demo, without Stripe, and without any other setting of its own. */
export const freshTest = test.extend<{ fresh: RunningProduct }>({
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const home = await createInstallation();
      try {
        await use(await home.start());
      } finally {
        await home.remove();
      }
    },
    { timeout: 240_000 },
  ],
});
