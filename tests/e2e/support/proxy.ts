import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The outcome of one request: it passes, at once or late, or it fails in one of the ways of networks and servers. */
export type RequestOutcome =
  | { kind: 'pass'; after?: number; rewrite?: (body: Buffer) => Buffer }
  | { kind: 'refuse'; status: number; headers?: Record<string, string> }
  | { kind: 'reset' }
  /** The answer breaks off in the middle. */
  | { kind: 'cut' };

export type ProxiedRequest = {
  method: string;
  url: string;
  fate: RequestOutcome['kind'];
  at: number;
};

/** A network between the browser and the product, as unreliable as a test wants it. */
export async function startProxy(
  target: string,
  fateOf: (url: string, method: string) => RequestOutcome,
) {
  const seen: ProxiedRequest[] = [];
  const upstream = new URL(target);

  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const fate = fateOf(url, method);
    seen.push({ method, url, fate: fate.kind, at: Date.now() });
    if (fate.kind === 'reset') {
      incoming.socket.resetAndDestroy();
    } else if (fate.kind === 'refuse') {
      incoming.resume();
      outgoing.writeHead(fate.status, { 'content-type': 'application/json', ...fate.headers });
      outgoing.end(JSON.stringify({ detail: 'The server is busy.' }));
    } else {
      setTimeout(
        () => forward(incoming, outgoing, fate),
        fate.kind === 'pass' ? (fate.after ?? 0) : 0,
      );
    }
  });

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, fate: RequestOutcome) {
    const upstreamRequest = request(
      {
        host: upstream.hostname,
        port: upstream.port,
        method: incoming.method,
        path:
          fate.kind === 'pass' && fate.rewrite
            ? incoming.url?.replace('/assets/v2/', '/assets/')
            : incoming.url,
        headers: { ...incoming.headers, 'accept-encoding': 'identity' },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const full = Buffer.concat(parts);
          const body = fate.kind === 'pass' && fate.rewrite ? fate.rewrite(full) : full;
          outgoing.writeHead(answer.statusCode ?? 502, {
            ...answer.headers,
            'content-length': String(body.length),
          });
          if (fate.kind !== 'cut') return outgoing.end(body);
          outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
        });
      },
    );
    upstreamRequest.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstreamRequest.destroy());
    incoming.pipe(upstreamRequest);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A seeded random number generator. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
