import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { saysLost } from '../database/driver-sentences.ts';
import { StoreAway } from '../platform/store-away.ts';

/** Codes of Node for a connection that cannot be made or was lost. */
const lost = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
]);

/** The same of an encrypted connection. */
const distrusted = /^(CERT_|DEPTH_ZERO_|ERR_SSL_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/;

/** What a proxy before a store answers in its place. */
const gateway =
  /bad gateway|service (temporarily )?unavailable|gateway time-?out|no healthy upstream|upstream connect error/i;

/** Of PostgreSQL: a lost connection, refused access, no such database, and a server that starts or stops. */
const absent = /^(08|28|3D|57P)/;

/** Whether a store could not be reached at all. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof StoreAway) return true;
  if (error instanceof DrizzleQueryError) return isStoreAway(error.cause);
  if (error instanceof pg.DatabaseError) return absent.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (lost.has(code) || distrusted.test(code) || saysLost(error)) return true;
  // The socket file of a database that does not run.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return error.constructor === Error && (error.message === '' || gateway.test(error.message));
}
