import { connect } from 'node:net';

export type Connection = {
  /** Sends a complete request and returns its status. */
  send(request: string): Promise<number>;
  close(): void;
};

/** A keep-alive connection with as little overhead as possible. */
export function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, failed) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let waiting: { resolve(status: number): void; reject(reason: Error): void } | null = null;
    const lose = (reason: Error) => {
      failed(reason);
      waiting?.reject(reason);
    };
    socket.setEncoding('latin1');
    socket.once('error', lose);
    socket.once('close', () => lose(new Error('The server closed the connection.')));
    socket.once('connect', () =>
      opened({
        send: (request) =>
          new Promise((resolve, reject) => {
            waiting = { resolve, reject };
            socket.write(request);
          }),
        close: () => {
          socket.removeAllListeners('close');
          socket.destroy();
        },
      }),
    );
    socket.on('data', (chunk) => {
      received += chunk;
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const status = Number(received.slice(9, 12));
      received = received.slice(end + 4 + length);
      const { resolve } = waiting ?? {};
      waiting = null;
      resolve?.(status);
    });
  });
}
