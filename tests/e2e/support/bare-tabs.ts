import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium } from '@playwright/test';
import { sender } from '../../../bench/bare-browser.ts';
import { launching } from '../../../bench/browser.ts';

type Tab = {
  /** Follows a link of the page. */
  go(address: string): Promise<void>;
  /** Brings it to the front. */
  show(): Promise<void>;
};

/** Tabs of a browser of its own: under Playwright each page is visible, and none is prerendered. */
export type Tabs = {
  open(address: string, opening?: { isHidden?: boolean }): Promise<Tab>;
  close(): Promise<void>;
};

export async function openTabs(): Promise<Tabs> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-tabs-'));
  const { executablePath = chromium.executablePath(), args } = launching();
  const child = spawn(
    executablePath,
    ['--headless', '--remote-debugging-pipe', ...args, `--user-data-dir=${folder}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const send = sender(child.stdio[3] as Writable, child.stdio[4] as Readable);
  return {
    async open(url, { isHidden = false } = {}) {
      const target = await send<{ targetId: string }>('Target.createTarget', {
        ...{ url, background: isHidden },
      });
      return {
        async go(address) {
          const attaching = { ...target, flatten: true };
          const { sessionId } = await send<{ sessionId: string }>(
            ...(['Target.attachToTarget', attaching] as const),
          );
          const expression = `location.href = ${JSON.stringify(address)}`;
          await send('Runtime.evaluate', { expression }, sessionId);
        },
        show: () => send('Target.activateTarget', target),
      };
    },
    async close() {
      await send('Browser.close').catch(() => child.kill());
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
