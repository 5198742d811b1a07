import type { Mailer } from '#server/mail/mailer.ts';
import type { RenderedMail } from '#server/mail/render-mail.ts';
import { renderMail } from '#server/mail/render-mail.ts';

export type Mailbox = Mailer & {
  mails: RenderedMail[];
  /** The secret of the link in the latest mail to this address. */
  secretFor(to: string): string;
};

/** Records sent mails as they would arrive. */
export function createMailbox({ delivers = true } = {}): Mailbox {
  const mails: RenderedMail[] = [];
  return {
    delivers,
    mails,
    post: (letter) => void mails.push(renderMail(letter)),
    idle: async () => undefined,
    secretFor(to) {
      const mail = mails.filter((one) => one.to === to).at(-1);
      const secret = /https?:\/\/\S+[#/](c[a-z]_[\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (!secret) throw new Error(`No mail to ${to} holds a link.`);
      return secret;
    },
  };
}
