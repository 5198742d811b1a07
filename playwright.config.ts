import { defineConfig } from '@playwright/test';

/**
 * Pages live for seconds and share two cores, so optimising compilers, background threads and more processes cost time.
 */
const short = [
  '--js-flags=--no-maglev --no-opt --single-threaded',
  '--in-process-gpu',
  // The last of several lists counts: the others are those that Playwright switches on.
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
];

const browser = process.env.CHROMIUM_SHELL_PATH ?? process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // A test waits for one of server, page and runner at a time: three keep two cores at work.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  globalSetup: './tests/e2e/support/server.ts',
  use: {
    viewport: { width: 1600, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
    // What is covered for so long stays so; the second try should not wait for the end of a tour's minutes.
    actionTimeout: 30_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...short,
      ],
    },
  },
});
