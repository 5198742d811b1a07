import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Heard = {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
};
type Answer = (response: ServerResponse, onDecision: Heard) => void;

/** A partner on this machine: keeps what it hears at each path, and answers as it is told to. */
export async function startPartner() {
  const onDecision: Heard[] = [];
  const answers = new Map<string, Answer[]>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://partner.test');
    const one = {
      method: request.method ?? '',
      url,
      headers: request.headers,
      body: await text(request),
    };
    onDecision.push(one);
    const answer = answers.get(url.pathname)?.shift();
    if (answer) answer(response, one);
    else response.end('OK');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    heardAt: (path: string) => onDecision.filter(({ url }) => url.pathname === path),
    /** What the next calls of a path get; after them everything is well. */
    answersAt: (path: string, ...list: Answer[]) => void answers.set(path, list),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Partner = Awaited<ReturnType<typeof startPartner>>;

export const says =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Takes the request and never answers. */
export const staysSilent: Answer = () => undefined;

export const hangsUp: Answer = (response) => void response.destroy();
