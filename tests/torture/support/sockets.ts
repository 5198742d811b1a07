import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/**
 * How a request ended. `cut` is a fault: its answer had begun, or its connection had served others. `unseen`: the
 * server no longer listened, or had not accepted the connection.
 */
export type Outcome = { kind: 'answered'; status: number } | { kind: 'cut' } | { kind: 'unseen' };

export type Caller = {
  call(method: string, path: string, token: string, body?: string): Promise<Outcome>;
  end(): void;
};

/** One client with one keep-alive connection. */
export function createCaller(url: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: (method, path, token, body) =>
      new Promise((resolve) => {
        const outgoing = request(url + path, {
          method,
          agent,
          headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        });
        outgoing.on('error', (error) => {
          const refused = 'code' in error && error.code === 'ECONNREFUSED';
          resolve({ kind: outgoing.reusedSocket && !refused ? 'cut' : 'unseen' });
        });
        outgoing.on('response', (response) => {
          response.resume();
          response.on('error', () => resolve({ kind: 'cut' }));
          response.on('aborted', () => resolve({ kind: 'cut' }));
          response.on('end', () => resolve({ kind: 'answered', status: response.statusCode ?? 0 }));
        });
        outgoing.end(body);
      }),
    end: () => agent.destroy(),
  };
}

/** An open connection without a request. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** A keep-alive connection after one answer. */
export async function idleSocket(url: string): Promise<Socket> {
  const socket = await openSocket(url);
  socket.write('GET /healthz HTTP/1.1\r\nHost: torture\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

export type Upload = {
  /** Sends the rest; resolves with the status, or null when no answer came. */
  finish(): Promise<number | null>;
};

/** A request of which the server has the headers and half of the body. */
export async function halfUpload(
  url: string,
  path: string,
  token: string,
  body: string,
): Promise<Upload> {
  const socket = await openSocket(url);
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: torture\r\nAuthorization: Token ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  socket.write(bytes.subarray(0, half));
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  return {
    async finish() {
      if (!socket.destroyed) socket.write(bytes.subarray(half));
      await closed;
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
      return status ? Number(status) : null;
    },
  };
}
