import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../platform/logger.ts';
import { type MailContent, type RenderedMail, renderMail } from './render-mail.ts';
import { type MailFailure, undeliveredReason } from './undelivered.ts';

/** Delivers one mail, or rejects. */
export type Deliver = (mail: RenderedMail) => Promise<void>;

/** A mail that was given up: the kind of its failure, which quotes nothing of the mail. */
export type Undelivered = { reason: string; tries: number };

export type Mailer = {
  /**
   * Whether mails are delivered. Otherwise they are stored in a folder, and the API shows the link to the caller where
   * the caller may pass it on.
   */
  readonly delivers: boolean;
  /**
   * Sends a mail later, so that the time of an answer does not reveal whether one was sent. `onUndelivered` is called
   * when it is given up.
   */
  post(letter: MailContent, onUndelivered?: (failed: Undelivered) => Promise<void>): void;
  /** Resolves when no mail is under way. */
  idle(): Promise<void>;
};

type Options = {
  deliver: Deliver;
  delivers: boolean;
  log: Log;
  /** Milliseconds before the first try, so that sending coincides with no answer. */
  hold?: () => number;
  /** Milliseconds before each further try. */
  pauses?: readonly number[];
};

const someTime = () => 200 + Math.random() * 800;

/** Retries failing mails a few times; their content is never logged. */
export function createMailer({
  deliver,
  delivers,
  log,
  hold = someTime,
  pauses = [2_000, 10_000, 30_000],
}: Options): Mailer {
  const underWay = new Set<Promise<unknown>>();

  /** Answers why the mail was given up; null once it is delivered. */
  async function bring(letter: MailContent): Promise<Undelivered | null> {
    let mail: RenderedMail;
    try {
      mail = renderMail(letter);
    } catch {
      // The error may contain secret texts, and the workflow that sends the mail goes on without it.
      log.error('a mail cannot be written and is not sent');
      return { reason: 'The mail could not be written.', tries: 1 };
    }
    await delay(hold(), undefined, { ref: false });
    for (let tries = 1; ; tries += 1) {
      const pause = pauses[tries - 1];
      try {
        await deliver(mail);
        return null;
      } catch (error) {
        const reason = reasonOf(error);
        if (pause === undefined || reason.isFinal) {
          log.error({ mail: reason }, 'a mail was not delivered');
          return { reason: undeliveredReason(reason), tries };
        }
        log.warn({ mail: reason }, 'a mail is being retried');
        await delay(pause, undefined, { ref: false });
      }
    }
  }

  return {
    delivers,
    post(letter, onUndelivered) {
      const bringing = bring(letter)
        .then((failed) => failed && onUndelivered?.(failed))
        .finally(() => underWay.delete(bringing));
      underWay.add(bringing);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Messages of mail servers quote addresses, so only the kind of failure is logged. */
function reasonOf(error: unknown): MailFailure & { isFinal: boolean } {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : null;
  return {
    code: typeof code === 'string' ? code : null,
    status,
    isFinal: status !== null && status >= 500,
  };
}
