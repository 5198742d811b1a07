// Finds a Chromium for the browser tests, and installs Debian's where that is possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, fail, run } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Chromium without windows: it draws the same pages with about a fifth less work. */
const shell = 'chromium-headless-shell';

const onPath = (programs) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .find(existsSync);

const installed = () => process.env.CHROMIUM_PATH ?? onPath(names) ?? playwrightsOwn();

function installFromDebian(packages) {
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
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

/** What most browser tests need; the whole browser where there is no shell. */
export const findShell = (browser) => process.env.CHROMIUM_PATH ?? onPath([shell]) ?? browser;

export function findBrowser() {
  const path = installed();
  if (path) return path;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …');
    run('apt-get', ['update', '-qq']);
    installFromDebian(['chromium', 'fonts-liberation']);
    // Debian's older releases have none.
    installFromDebian([shell]);
  } else {
    run(bin('playwright'), ['install', 'chromium']);
  }
  return (
    installed() ??
    fail(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    )
  );
}
