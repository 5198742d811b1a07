import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../platform/logger.ts';
import { type Letter, type Mail, written } from './mail-text.ts';

/** Brings one mail where it belongs, or rejects. */
export type Deliver = (mail: Mail) => Promise<void>;

export type Mailer = {
  /**
   * Whether mails reach people. Otherwise they lie in a folder of this machine, and whoever asked for one is shown the
   * link in it where that is theirs to give.
   */
  readonly delivers: boolean;
  /** Takes a letter for later: nobody can tell by the time of an answer whether there was one. */
  post(letter: Letter): void;
  /** Resolves when no letter is under way. */
  idle(): Promise<void>;
};

type Options = {
  deliver: Deliver;
  delivers: boolean;
  log: Log;
  /** Milliseconds before the first try: the work of it falls together with no answer. */
  hold?: () => number;
  /** Milliseconds before each further try. */
  pauses?: readonly number[];
};

const someTime = () => 200 + Math.random() * 800;

/** A letter that cannot be delivered is tried again a few times; what is in it is never logged. */
export function createMailer({
  deliver,
  delivers,
  log,
  hold = someTime,
  pauses = [2_000, 10_000, 30_000],
}: Options): Mailer {
  const underWay = new Set<Promise<void>>();

  async function bring(mail: Mail): Promise<void> {
    await delay(hold(), undefined, { ref: false });
    for (const pause of [...pauses, null]) {
      try {
        return await deliver(mail);
      } catch (error) {
        const reason = reasonOf(error);
        if (pause === null || reason.isFinal) {
          log.error({ mail: reason }, 'a mail was not delivered');
          return;
        }
        log.warn({ mail: reason }, 'a mail is tried again');
        await delay(pause, undefined, { ref: false });
      }
    }
  }

  return {
    delivers,
    post(letter) {
      const bringing = bring(written(letter)).finally(() => underWay.delete(bringing));
      underWay.add(bringing);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Answers of mail servers quote addresses and more: only what kind of failure it was is told. */
function reasonOf(error: unknown): { code: string; status: number | null; isFinal: boolean } {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : null;
  return {
    code: typeof code === 'string' ? code : 'unknown',
    status,
    isFinal: status !== null && status >= 500,
  };
}
