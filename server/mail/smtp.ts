import { createTransport } from 'nodemailer';
import type { Deliver } from './mailer.ts';

/** Sends through a mail server named by a URL such as `smtps://user:password@mail.example.com`. */
export function smtpTo(url: string, from: string): Deliver {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      // Suppresses automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}
