import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createInstallation, type Fault } from '../support/product.ts';
import { createCaller, openSocket } from '../support/sockets.ts';
import { newTenant, pagePath, pixelBody } from '../support/tenant.ts';
import { judge, timed, type Verdict } from '../support/verdict.ts';

type Counts = {
  sockets: number;
  /** The 99th percentile of other requests, in milliseconds. */
  within: number;
};

/** How long a slow sender may stay, in milliseconds. */
const timeoutMs = 10_000;
/** The time after which a slow sender counts as never cut off. */
const limit = 3 * timeoutMs;

/** Senders of one byte a second, of headers and of bodies, beside normal senders. */
export async function slowSendersRig(
  { sockets, within }: Counts,
  faults: readonly Fault[] = [],
): Promise<Verdict> {
  const installation = await createInstallation();
  const open: Socket[] = [];
  try {
    const { url } = await installation.start(...faults);
    const { pixelKey } = await newTenant(installation, { url });
    const body = pixelBody(pixelKey, [{ event_name: 'page_view' }]);
    const head = `POST ${pagePath} HTTP/1.1\r\nHost: torture\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;

    const slow = async (number: number) => {
      const socket = await openSocket(url);
      open.push(socket);
      const began = performance.now();
      const closed = new Promise<number>((resolve) => {
        socket.once('close', () => resolve(performance.now() - began));
      });
      socket.resume();
      const isHead = number % 2 === 0;
      if (!isHead) socket.write(head);
      const bytes = Buffer.from(isHead ? head : body);
      let sent = 0;
      const drip = setInterval(() => {
        if (!socket.destroyed) socket.write(bytes.subarray(sent, ++sent));
      }, 1_000);
      const took = await Promise.race([closed, delay(limit).then(() => null)]);
      clearInterval(drip);
      return took ?? limit;
    };
    const slowOnes = Array.from({ length: sockets }, (_, number) => slow(number));

    let isOver = false;
    const times: number[] = [];
    let refused = 0;
    const usual = async () => {
      const caller = createCaller(url);
      while (!isOver) {
        const began = performance.now();
        const outcome = await caller.call('POST', pagePath, '', body);
        times.push(performance.now() - began);
        if (outcome.kind !== 'answered' || outcome.status !== 204) refused += 1;
        await delay(20);
      }
      caller.end();
    };
    const others = [usual(), usual(), usual()];
    const stays = await Promise.all(slowOnes);
    isOver = true;
    await Promise.all(others);

    const longest = Math.max(...stays);
    const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
    const verdict = judge(
      {
        sockets,
        'longest stay ms': Math.round(longest),
        others: times.length,
        refused,
        'p99 of others ms': Math.round(p99),
      },
      longest >= limit && 'a sender of one byte a second was not cut off',
      refused > 0 && `${refused} others were not served`,
    );
    return timed(
      verdict,
      longest > timeoutMs && `a sender of one byte a second stayed ${Math.round(longest)} ms`,
      !(p99 < within) && `99 of 100 others waited up to ${Math.round(p99)} ms`,
    );
  } finally {
    for (const socket of open) socket.destroy();
    await installation.remove();
  }
}
