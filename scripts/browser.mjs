// Finds a Chromium for the browser tests, and installs Debian's where that is possible.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, fail, run } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Headless Chromium renders the same pages with about a fifth less work. */
const shell = 'chromium-headless-shell';

const onPath = (programs) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .find(existsSync);

const installed = () => process.env.CHROMIUM_PATH ?? onPath(names) ?? playwrightsOwn();

const installing = 'apt-get install -y -qq --no-install-recommends chromium fonts-liberation';
/** Older Debian releases have no headless shell. */
const fromDebian = `apt-get update -qq && { ${installing} ${shell} || ${installing}; }`;

/** Installs Debian's Chromium in the background if none is found. */
export function fetchBrowser() {
  if (installed() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing Chromium …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn('sh', ['-c', fromDebian], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  });
}

function playwrightsOwn() {
  const { stdout } = spawnSync(process.execPath, [
    '-e',
    "process.stdout.write(require('@playwright/test').chromium.executablePath())",
  ]);
  const path = String(stdout ?? '');
  return path && existsSync(path) ? path : undefined;
}

/** The browser of most tests: the headless shell, or the full browser where there is no shell. */
export const findShell = (browser) => process.env.CHROMIUM_PATH ?? onPath([shell]) ?? browser;

/** The full browser; Playwright's own is installed if no other is available. */
export function findBrowser() {
  const path = installed();
  if (path) return path;
  run(bin('playwright'), ['install', 'chromium']);
  return (
    installed() ??
    fail(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  );
}
