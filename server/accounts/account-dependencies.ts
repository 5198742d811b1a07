import type pg from 'pg';
import type { Mailer } from '../mail/mailer.ts';
import type { AnonymousLimits } from './anonymous-limits.ts';
import type { Hasher } from './hasher.ts';
import type { LoginLimits } from './login-limits.ts';

export type AccountDependencies = {
  pool: pg.Pool;
  hasher: Hasher;
  limits: LoginLimits;
  anonymousLimits: AnonymousLimits;
  mailer: Mailer;
  now: () => Date;
  /** Where people reach this installation, without a slash at its end. */
  publicUrl: () => string;
};
