import type { Socket } from 'node:net';

/** Answers what Node refuses before a route is known, in the API's format, and closes the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const [status, detail] = answers.get(error.code ?? '') ?? unreadable;
  const body = JSON.stringify({ detail });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/**
 * Escapes the percent signs of an address that cannot be decoded, so that the router answers it like any other unknown
 * address.
 */
export function readableAddress(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    return path.replaceAll('%', '%25') + address.slice(path.length);
  }
}

const answers = new Map<string, readonly [status: string, detail: string]>([
  [
    'HPE_HEADER_OVERFLOW',
    ['431 Request Header Fields Too Large', 'The address and the headers are too long.'],
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request took too long to arrive.']],
]);
const unreadable = ['400 Bad Request', 'The request cannot be read.'] as const;
