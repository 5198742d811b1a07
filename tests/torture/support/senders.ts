import { Agent, request } from 'node:http';
import { pagePath } from './tenant.ts';

/** How a request ended, and after how many milliseconds; status 0 without an answer. */
export type SendResult = { status: number; retryAfter: string; took: number };

export type Senders = { send(body: string): Promise<SendResult>; close(): void };

/** As many connections as running requests, reused for the next ones. */
export function createSenders(url: string): Senders {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    send: (body) =>
      new Promise((resolve) => {
        const began = performance.now();
        const ended = (status: number, retryAfter: string) =>
          resolve({ status, retryAfter, took: performance.now() - began });
        const outgoing = request(url + pagePath, {
          method: 'POST',
          agent,
          headers: { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) },
        });
        outgoing.on('error', () => ended(0, ''));
        outgoing.on('response', (response) => {
          const { statusCode: status = 0, headers } = response;
          response.resume();
          response.once('close', () => ended(status, headers['retry-after'] ?? ''));
        });
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
