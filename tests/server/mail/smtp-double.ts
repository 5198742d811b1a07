import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type Delivered = { from: string; to: string[]; raw: string; auth: string | null };

export type SmtpDouble = {
  url: string;
  delivered: Delivered[];
  /** The answers to the next messages, in order; later ones are accepted. */
  refuse(...answers: string[]): void;
  connections: () => number;
  stop(): Promise<void>;
};

/** A mail server that records its messages: the minimal protocol of one sender. */
export async function startSmtp(): Promise<SmtpDouble> {
  const delivered: Delivered[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  async function talk(socket: Socket): Promise<void> {
    const say = (line: string) => socket.write(`${line}\r\n`);
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
    let mail: Delivered = { from: '', to: [], raw: '', auth: null };
    let data: string[] | null = null;
    say('220 double.test');
    for await (const line of lines) {
      if (data && line !== '.') data.push(line.replace(/^\.\./, '.'));
      else if (data) {
        const refusal = refusals.shift();
        if (!refusal) delivered.push({ ...mail, raw: data.join('\r\n') });
        say(refusal ?? '250 taken');
        data = null;
      } else if (/^EHLO/i.test(line)) say('250-double.test\r\n250-AUTH PLAIN\r\n250 8BITMIME');
      else if (/^AUTH PLAIN /i.test(line)) {
        const secret = Buffer.from(line.slice(11), 'base64').toString();
        mail = { ...mail, auth: secret.replaceAll('\0', ' ').trim() };
        say('235 welcome');
      } else if (/^MAIL FROM:/i.test(line)) {
        mail = { ...mail, from: addressIn(line), to: [] };
        say('250 ok');
      } else if (/^RCPT TO:/i.test(line)) {
        mail = { ...mail, to: [...mail.to, addressIn(line)] };
        say('250 ok');
      } else if (/^DATA/i.test(line)) {
        data = [];
        say('354 go on');
      } else if (/^QUIT/i.test(line)) {
        say('221 bye');
        socket.end();
      } else say('502 what?');
    }
  }

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    talk(socket).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  return {
    url: `smtp://sender:s3cret@127.0.0.1:${port}`,
    delivered,
    refuse: (...answers) => void refusals.push(...answers),
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';
