import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { TestUnit } from '#contract/split-tests/definition.ts';
import { hasAgreed } from './consent.ts';
import type { Pixel } from './pixel-keys.ts';

export type Unit = {
  /** Null of a visitor who objects to be recognised. */
  id: string | null;
  clickId: string | null;
  visitorId: string | null;
  /** What keeps a new visitor in the same variant; empty where nothing may be kept. */
  cookies: string[];
};

type Facts = {
  unit: TestUnit;
  pixel: Pixel;
  country: string;
  isSecure: boolean;
  /** The id of the click where it was made before. */
  clickId?: string;
};
type Asker = Pick<FastifyRequest, 'query' | 'headers'>;

const cookieName = '_mp_id';
const lifetimeSeconds = 90 * 24 * 60 * 60;
/** What an id may look like; everything else is as if it were missing. */
const idPattern = /^[\w.:-]{4,128}$/;

const given = (value: unknown): string | null =>
  typeof value === 'string' && idPattern.test(value) ? value : null;

const newId = (start: string): string => `${start}${randomBytes(16).toString('base64url')}`;

const objects = ({ headers }: Asker): boolean => headers['sec-gpc'] === '1';

/**
 * Who follows a test's link. A visitor is known by the id in the address, else by the cookie that the pixel keeps on
 * the same site; a new one gets that cookie where the consent mode of the pixel allows it.
 */
export function unitOf(
  request: Asker & Pick<FastifyRequest, 'hostname'>,
  { unit, pixel, country, isSecure, clickId: made }: Facts,
): Unit {
  const { headers, hostname } = request;
  const named = Object(request.query);
  const clickId = made ?? given(named.click_id) ?? newId('ck_');
  const unknown = { id: null, clickId, visitorId: null, cookies: [] };
  if (objects(request)) return { ...unknown, clickId: null };
  const known = given(named.visitor_id) ?? given(cookieIn(headers.cookie));
  if (unit === 'click') return { ...unknown, id: clickId, visitorId: known };
  if (known !== null) return { ...unknown, id: known, visitorId: known };
  const visitorId = newId('');
  const mayKeep = hasAgreed({
    mode: pixel.consentMode,
    ...{ statement: undefined, objects: false, country },
  });
  const end = `; Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const cookies = mayKeep
    ? domainsOf(hostname).map((domain) => `${cookieName}=${visitorId}${domain}${end}`)
    : [];
  return { id: visitorId, clickId, visitorId, cookies };
}

/** Who sees a page that asks for its variant: the page says so as far as its visitor consents. */
export function unitOfPage(request: Asker, unit: TestUnit): string | null {
  const { visitor_id: visitor, click_id: click } = Object(request.query);
  return objects(request) ? null : given(unit === 'click' ? click : visitor);
}

const cookieIn = (header: string | undefined): string | undefined =>
  header
    ?.split('; ')
    .find((one) => one.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);

/**
 * The pixel reads the cookie on every host of the site. Browsers refuse a domain that is wider than the site, so each
 * one up to the host itself is tried.
 */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  if (isIP(host) !== 0 || labels.length < 2) return [''];
  return labels.slice(0, -1).map((_, at) => `; Domain=${labels.slice(at).join('.')}`);
}
