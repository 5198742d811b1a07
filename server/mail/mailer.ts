/** One mail to one person, in both forms. */
export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Whether mails reach people. Otherwise they lie in a folder of this machine, and whoever asked for one shows its link. */
  readonly delivers: boolean;
  /** Takes a mail and goes on at once: nobody can tell by waiting whether there was one. */
  post(mail: Mail): void;
  /** Resolves when no mail is under way. */
  idle(): Promise<void>;
};
