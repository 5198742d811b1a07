import type { Connection } from '../database/orm.ts';
import { hasAccounts } from './first-account.ts';

/** Whether sign-up is open, closed, or open until the installation has its first account. */
export type SignUpRule = 'open' | 'closed' | 'first';

export type SignUpGate = {
  rule: SignUpRule;
  /** Whether a stranger may sign up now. */
  isOpen(): Promise<boolean>;
};

/** `SIGN_UP` decides where it is set. Otherwise people may sign up in the demo, and elsewhere the first one. */
export const signUpRuleOf = (env: { SIGN_UP: boolean | null; DEMO: boolean }): SignUpRule =>
  env.SIGN_UP === null ? (env.DEMO ? 'open' : 'first') : env.SIGN_UP ? 'open' : 'closed';

export function signUpGate(connection: Connection, rule: SignUpRule): SignUpGate {
  let isTaken = false;
  return {
    rule,
    async isOpen() {
      if (rule !== 'first') return rule === 'open';
      isTaken ||= await hasAccounts(connection);
      return !isTaken;
    },
  };
}
