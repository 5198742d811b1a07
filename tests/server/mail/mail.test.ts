import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMailer, type Deliver, type Undelivered } from '#server/mail/mailer.ts';
import { outboxIn } from '#server/mail/outbox.ts';
import { type MailContent, renderMail } from '#server/mail/render-mail.ts';
import { smtpTo } from '#server/mail/smtp.ts';
import { createLog } from '#server/platform/logger.ts';
import { type SmtpDouble, startSmtp } from './smtp-double.ts';

const letter: MailContent = {
  to: 'ana@people.test',
  subject: 'Set a new password',
  paragraphs: ['Someone asked for a new password.'],
  link: { label: 'Set it', url: 'https://ledger.test/login/reset#cr_secret' },
  closing: ['If it was not you, do nothing.'],
};

/** A log that can be read. */
function readable() {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  return { log, text: () => lines.join('') };
}
const { log } = readable();

describe('a letter', () => {
  it('is the same in plain text and in HTML', () => {
    const { text, html } = renderMail(letter);
    expect(text).toBe(
      'Someone asked for a new password.\n\nSet it:\nhttps://ledger.test/login/reset#cr_secret\n\n' +
        'If it was not you, do nothing.\n\n-- \nClickledger\n',
    );
    for (const said of ['Someone asked for a new password.', 'Set it', 'If it was not you']) {
      expect(html).toContain(said);
    }
    expect(html).toContain('href="https://ledger.test/login/reset#cr_secret"');
  });

  it('contains typed texts as plain text', () => {
    const company = `<img src=x onerror=alert(1)> & "Söhne" 'Co'`;
    const { html, text } = renderMail({ ...letter, subject: company, paragraphs: [company] });
    expect(html).not.toContain('<img');
    expect(html).toContain(
      '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot; &#39;Co&#39;',
    );
    expect(text).toContain(company);
  });

  it.each([
    ['subject', 'Hello\r\nBcc: all@people.test'],
    ['subject', 'Hello\nBcc: all@people.test'],
    ['subject', 'Hello\rBcc: all@people.test'],
    ['to', 'ana@people.test\r\nBcc: all@people.test'],
    ['to', 'ana@people.test\0'],
  ])('with a line break in a header is not written: %s %j', (field, value) => {
    expect(() => renderMail({ ...letter, [field]: value })).toThrow('one line');
  });
});

describe('a mail server', () => {
  let smtp: SmtpDouble;
  beforeEach(async () => {
    smtp = await startSmtp();
  });
  afterEach(() => smtp.stop());
  const mailerTo = (url: string, fields = log) =>
    createMailer({
      deliver: smtpTo(url, 'Clickledger <ledger@ledger.test>'),
      delivers: true,
      log: fields,
      hold: () => 0,
      pauses: [1, 1],
    });

  it('gets the other mails when one cannot be written', async () => {
    const mailer = mailerTo(smtp.url);
    const undelivered: Undelivered[] = [];
    mailer.post(
      { ...letter, subject: 'Two\nlines' },
      async (failed) => void undelivered.push(failed),
    );
    mailer.post(letter, async (failed) => void undelivered.push(failed));
    await mailer.idle();
    expect(smtp.delivered).toHaveLength(1);
    expect(undelivered).toEqual([{ reason: 'The mail could not be written.', tries: 1 }]);
  });

  it("gets both forms, from the operator's sender address, to one person", async () => {
    const mailer = mailerTo(smtp.url);
    mailer.post({ ...letter, subject: 'Grüße' });
    await mailer.idle();
    const [mail] = smtp.delivered;
    expect(mail).toMatchObject({
      from: 'ledger@ledger.test',
      to: ['ana@people.test'],
      auth: 'sender s3cret',
    });
    const [head = '', body = ''] = mail?.raw.split('\r\n\r\n') ?? [];
    expect(head).toMatch(/^From: Clickledger <ledger@ledger\.test>$/m);
    expect(head).toMatch(/^To: <?ana@people\.test>?$/m);
    expect(head).toMatch(/^Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe\?=$/m);
    expect(head).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(body).toContain('Content-Type: text/plain');
    expect(mail?.raw).toContain('Content-Type: text/html');
  });

  it('gets addresses with a domain of any script', async () => {
    const mailer = mailerTo(smtp.url);
    for (const domain of ['xn--bcher-kva.example', 'bücher.example'])
      mailer.post({ ...letter, to: `kim@${domain}` });
    await mailer.idle();
    expect(smtp.delivered.map((mail) => mail.to)).toEqual(
      Array(2).fill(['kim@xn--bcher-kva.example']),
    );
  });

  it.each([
    'ana@people.test, eve@people.test',
    'Ana <ana@people.test>, eve@people.test',
    'ana@people.test> RCPT TO:<eve@people.test',
  ])('gets no second recipient: %s', async (to) => {
    const mailer = mailerTo(smtp.url);
    mailer.post({ ...letter, to });
    await mailer.idle();
    expect(smtp.delivered.flatMap((mail) => mail.to)).not.toContain('eve@people.test');
  });

  it('that is busy is tried again, and one that refuses is not', async () => {
    smtp.refuse('451 come back later', '451 come back later');
    const mailer = mailerTo(smtp.url);
    mailer.post(letter);
    await mailer.idle();
    expect(smtp.connections()).toBe(3);
    expect(smtp.delivered).toHaveLength(1);
    smtp.refuse('550 no such person');
    mailer.post(letter);
    await mailer.idle();
    expect(smtp.connections()).toBe(4);
    expect(smtp.delivered).toHaveLength(1);
  });

  it('that is unreachable delays no request, and the log names neither person nor secret', async () => {
    const told = readable();
    await smtp.stop();
    const mailer = mailerTo(smtp.url, told.log);
    mailer.post(letter);
    await mailer.idle();
    expect(told.text()).toContain('a mail was not delivered');
    expect(told.text()).toContain('ESOCKET');
    expect(told.text()).not.toMatch(/ana@people|cr_secret|s3cret/);
    smtp = await startSmtp();
  });
});

describe('without a mail server', () => {
  async function folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'clickledger-outbox-'));
    onTestFinished(() => rm(path, { recursive: true, force: true }));
    return join(path, 'outbox');
  }

  it('mails are in a folder that only their owner can read', async () => {
    const path = await folder();
    const deliver = outboxIn(path, () => new Date('2026-11-20T12:00:00.000Z'));
    const mailer = createMailer({ deliver, delivers: false, log, hold: () => 0 });
    mailer.post(letter);
    mailer.post({ ...letter, to: 'bea@people.test' });
    await mailer.idle();
    const names = (await readdir(path)).sort();
    expect(names.map((name) => name.replace(/-[0-9a-f]{8}\./, '.'))).toEqual([
      '2026-11-20T12-00-00-000Z.html',
      '2026-11-20T12-00-00-000Z.txt',
      '2026-11-20T12-00-00-000Z.html',
      '2026-11-20T12-00-00-000Z.txt',
    ]);
    const texts = await Promise.all(
      names
        .filter((name) => name.endsWith('.txt'))
        .map((name) => readFile(join(path, name), 'utf8')),
    );
    expect(texts.sort()[0]).toBe(
      `To: ana@people.test\nSubject: Set a new password\n\n${renderMail(letter).text}`,
    );
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    for (const name of names) expect((await stat(join(path, name))).mode & 0o777).toBe(0o600);
  });

  it('a full disk loses the mail, logs it and stops no request', async () => {
    const told = readable();
    const deliver: Deliver = async () => {
      throw Object.assign(new Error(`no space for ${letter.link?.url}`), { code: 'ENOSPC' });
    };
    const mailer = createMailer({
      deliver,
      delivers: false,
      log: told.log,
      hold: () => 0,
      pauses: [1],
    });
    const undelivered: Undelivered[] = [];
    mailer.post(letter, async (failed) => void undelivered.push(failed));
    await mailer.idle();
    expect(told.text()).toContain('ENOSPC');
    expect(told.text()).not.toContain('cr_secret');
    expect(undelivered).toEqual([{ reason: 'ENOSPC', tries: 2 }]);
  });
});
