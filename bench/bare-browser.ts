import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { launching, type Visit, watch } from './browser.ts';

/** A browser profile: a folder, or a private window. */
export type Profile = {
  /** Stores a value for this site, as the app does, without opening the app. */
  remember(url: string, key: string, text: string): Promise<void>;
  tab(): Promise<Tab>;
  close(): Promise<void>;
};

type Tab = {
  /** Opens an address and waits until every panel shows its figures. */
  visit(address: string): Promise<Visit>;
  close(): Promise<void>;
};

export type BareBrowser = {
  own: Profile;
  private(): Promise<Profile>;
  close(): Promise<void>;
};

export type Send = <Answer>(method: string, params?: object, session?: string) => Promise<Answer>;

const longest = 60_000;
/** Below this processor time, in seconds per quarter of a second, the browser counts as idle. */
const quiet = 0.02;

/**
 * A browser without instrumentation. Playwright receives the call stack of each request, which delays the last panel by
 * up to 100 ms on two cores.
 */
export async function openBrowser(folder: string): Promise<BareBrowser> {
  const { executablePath = 'chromium', args } = launching();
  const child = spawn(
    executablePath,
    [
      '--headless',
      '--remote-debugging-pipe',
      '--disable-renderer-backgrounding',
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      ...args,
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const send = sender(child.stdio[3] as Writable, child.stdio[4] as Readable);
  return {
    own: profileOf(send, {}),
    async private() {
      const context = await send<{ browserContextId: string }>('Target.createBrowserContext');
      return profileOf(send, context);
    },
    async close() {
      await send('Browser.close').catch(() => child.kill());
      await ended;
    },
  };
}

/** The DevTools protocol over two pipes: JSON messages that end with a zero byte. */
export function sender(to: Writable, from: Readable): Send {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error }: Message = JSON.parse(message);
      if (id === undefined) continue;
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  from.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser ended.'));
  });
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: resolve as (result: unknown) => void, reject });
      to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
}

type Message = { id?: number; result?: unknown; error?: { message: string } };
type Waiting = {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
};

function profileOf(send: Send, context: { browserContextId?: string }): Profile {
  async function open() {
    const target = await send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      ...context,
    });
    const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
      ...target,
      flatten: true,
    });
    const ask = <Answer>(method: string, params: object = {}) =>
      send<Answer>(method, params, sessionId);
    await ask('Page.enable');
    const evaluate = async (expression: string): Promise<unknown> => {
      const answer = await ask<{ result: { value?: unknown } }>('Runtime.evaluate', {
        expression,
        returnByValue: true,
      });
      return answer.result.value;
    };
    return { ask, evaluate, close: () => send<void>('Target.closeTarget', target) };
  }

  return {
    async remember(url, key, text) {
      const { ask, evaluate, close } = await open();
      await ask('Page.navigate', { url });
      const keep = `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(text)})`;
      await until(() => evaluate(`${JSON.stringify(url)} === location.href && (${keep}, true)`));
      await close();
    },
    async tab() {
      const { ask, evaluate, close } = await open();
      const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }];
      const screen = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };
      await ask('Emulation.setEmulatedMedia', { features });
      await ask('Emulation.setDeviceMetricsOverride', screen);
      await ask('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})()` });
      await untilQuiet(send);
      return {
        close,
        async visit(address) {
          await evaluate('delete globalThis.seen');
          await ask('Page.navigate', { url: address });
          return until(async () => {
            const seen = (await evaluate('globalThis.seen')) as Visit | undefined;
            return seen && seen.lastPanel > 0 ? seen : null;
          });
        },
      };
    },
    async close() {
      if (context.browserContextId) await send('Target.disposeBrowserContext', context);
    },
  };
}

type Processes = { processInfo: { cpuTime: number }[] };

/** A new window spends about a second on the browser's own pages; that is not part of a visit. */
async function untilQuiet(send: Send): Promise<void> {
  let before = 0;
  await until(async () => {
    const { processInfo } = await send<Processes>('SystemInfo.getProcessInfo');
    const spent = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    const isQuiet = spent - before < quiet;
    before = spent;
    if (!isQuiet) await delay(250);
    return isQuiet || null;
  });
}

/** Polls until a value is there; a page that is loading does not answer. */
async function until<Value>(look: () => Promise<Value | null>): Promise<NonNullable<Value>> {
  const end = performance.now() + longest;
  while (performance.now() < end) {
    const found = await look().catch(() => null);
    if (found) return found;
    await delay(50);
  }
  throw new Error('The page was not drawn within a minute.');
}
