import { Agent, request } from 'node:http';
import { pagePath } from './tenant.ts';

/** How a request ended; status 0 where there was no answer. */
export type Answered = { status: number; retryAfter: string };

export type Senders = { send(body: string): Promise<Answered>; close(): void };

/** As many connections as there are requests under way, kept for the next ones. */
export function poolOf(url: string): Senders {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    send: (body) =>
      new Promise((resolve) => {
        const asked = request(url + pagePath, {
          ...{ method: 'POST', agent },
          headers: { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) },
        });
        asked.on('error', () => resolve({ status: 0, retryAfter: '' }));
        asked.on('response', (response) => {
          const { statusCode: status = 0, headers } = response;
          response.resume();
          response.once('close', () =>
            resolve({ status, retryAfter: headers['retry-after'] ?? '' }),
          );
        });
        asked.end(body);
      }),
    close: () => agent.destroy(),
  };
}
