import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type PartnerCall = {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
};
type Answer = (response: ServerResponse, calls: PartnerCall) => void;

/** A partner on this machine: records the calls of each path, and answers with the given statuses. */
export async function startPartner() {
  const calls: PartnerCall[] = [];
  const answers = new Map<string, Answer[]>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://partner.test');
    const one = {
      method: request.method ?? '',
      url,
      headers: request.headers,
      body: await text(request),
    };
    calls.push(one);
    const answer = answers.get(url.pathname)?.shift();
    if (answer) answer(response, one);
    else response.end('OK');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    heardAt: (path: string) => calls.filter(({ url }) => url.pathname === path),
    /** The answers of the next calls of a path; later ones succeed. */
    answersAt: (path: string, ...list: Answer[]) => void answers.set(path, list),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type Partner = Awaited<ReturnType<typeof startPartner>>;

export const replyWith =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Accepts the request and never answers. */
export const neverReplies: Answer = () => undefined;

export const dropsConnection: Answer = (response) => void response.destroy();
