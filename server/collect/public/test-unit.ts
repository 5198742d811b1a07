import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { TestUnit } from '#contract/split-tests/definition.ts';
import { hasAgreed } from './consent.ts';
import type { Pixel } from './pixel-keys.ts';

export type Unit = {
  /** Null of a visitor who objects to be recognised. */
  id: string | null;
  clickId: string;
  visitorId: string | null;
  /** The cookie that keeps a new visitor in the same variant; null where none is set. */
  cookie: string | null;
};

type Facts = { unit: TestUnit; pixel: Pixel; country: string; isSecure: boolean };

const cookieName = '_mp_id';
const lifetimeSeconds = 90 * 24 * 60 * 60;
/** What an id may look like; everything else is as if it were missing. */
const idPattern = /^[\w.:-]{4,128}$/;

const given = (value: unknown): string | null =>
  typeof value === 'string' && idPattern.test(value) ? value : null;

const newId = (start: string): string => `${start}${randomBytes(16).toString('base64url')}`;

/**
 * Who follows a test's link. A visitor is known by the id in the address, else by the cookie that the pixel keeps on
 * the same site; a new one gets that cookie where the consent mode of the pixel allows it.
 */
export function unitOf(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  { unit, pixel, country, isSecure }: Facts,
): Unit {
  const named = Object(query);
  const clickId = given(named.click_id) ?? newId('ck_');
  const objects = headers['sec-gpc'] === '1';
  if (objects) return { id: null, clickId, visitorId: null, cookie: null };
  const known = given(named.visitor_id) ?? given(cookieIn(headers.cookie));
  if (unit === 'click') return { id: clickId, clickId, visitorId: known, cookie: null };
  if (known !== null) return { id: known, clickId, visitorId: known, cookie: null };
  const visitorId = newId('');
  const mayKeep = hasAgreed({ mode: pixel.consentMode, statement: undefined, objects, country });
  const end = `Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const cookie = mayKeep ? `${cookieName}=${visitorId}; ${end}` : null;
  return { id: visitorId, clickId, visitorId, cookie };
}

const cookieIn = (header: string | undefined): string | undefined =>
  header
    ?.split('; ')
    .find((one) => one.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
