// Finds a Chromium for the browser tests, and installs Debian's where that is possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, fail, run } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync);
  return process.env.CHROMIUM_PATH ?? found ?? playwrightsOwn();
}

function playwrightsOwn() {
  const { stdout } = spawnSync(process.execPath, [
    '-e',
    "process.stdout.write(require('@playwright/test').chromium.executablePath())",
  ]);
  const path = String(stdout ?? '');
  return path && existsSync(path) ? path : undefined;
}

export function findBrowser() {
  const path = installed();
  if (path) return path;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …');
    run('apt-get', ['update', '-qq']);
    run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    );
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
