import type { Verified } from '#contract/master-pixels/schemas.ts';
import { isAllowedSite } from '../collect/public/allowed-site.ts';
import { request } from '../egress/http-request.ts';
import type { Egress } from '../egress/resolve-host.ts';
import {
  allowsConnection,
  allowsScript,
  htmlOf,
  mostPageBytes,
  type Page,
  readPage,
  type Tag,
} from './page-inspection.ts';

type Wanted = { key: string; domains: readonly string[]; publicUrl: string };
type Check = Verified['checks'][number];

const timeoutMs = 8_000;

/** Fetches a page like a visitor's browser and checks whether the pixel would report from it. */
export async function verify(url: string, wanted: Wanted, egress: Egress): Promise<Verified> {
  const headers = { accept: 'text/html', 'accept-encoding': 'identity' };
  const answer = await request(
    { method: 'GET', url, headers, body: null },
    { ...egress, timeoutMs, mostBytes: mostPageBytes },
  );
  if (answer.outcome !== 'answered') return unread(url, null, answer.why);
  if (answer.status < 200 || answer.status > 299)
    return unread(answer.url, answer.status, `The page answered with ${answer.status}.`);
  const html = htmlOf(answer.headers, answer.body);
  if (html === null)
    return unread(answer.url, answer.status, 'The page could not be decompressed.');
  const checks = checksOf(readPage(answer.url, answer.headers, html), wanted);
  const failed = checks.find(({ id, ok }) => id !== 'once' && ok === false);
  const warned = checks.find(({ ok }) => ok === false);
  return {
    verdict: failed ? 'not_found' : 'found',
    message: failed?.message ?? warned?.message ?? 'The page loads the pixel with this key.',
    url: answer.url,
    http_status: answer.status,
    checks,
  };
}

const further = ['script', 'key', 'once', 'csp_script', 'csp_connect', 'domain'] as const;

const unread = (url: string, status: number | null, why: string): Verified => ({
  verdict: 'not_found',
  message: why,
  url,
  http_status: status,
  checks: [
    { id: 'reachable', ok: false, message: why },
    ...further.map((id) => ({ id, ok: null, message: 'The page could not be read.' })),
  ],
});

/** The checks of a pixel in a page, in the order to fix them. */
export function checksOf(page: Page, wanted: Wanted): Check[] {
  const { origin } = new URL(wanted.publicUrl);
  const ours = page.tags.filter(({ src }) => src === null || new URL(src).origin === origin);
  const mine = ours.filter(({ keys }) => keys.includes(wanted.key));
  return [
    { id: 'reachable', ok: true, message: 'The page answers.' },
    scriptCheck(page, ours, origin),
    keyCheck(ours, mine),
    onceCheck(mine),
    policyCheck(page, mine[0] ?? ours[0], wanted.publicUrl),
    connectionCheck(page, wanted.publicUrl),
    domainCheck(page, wanted.domains),
  ];
}

function scriptCheck(
  { tags, hasTagManager, url }: Page,
  ours: readonly Tag[],
  origin: string,
): Check {
  const id = 'script';
  if (ours.length > 0 && isMixed(url, origin)) {
    const message =
      'The page uses https and the script http: browsers block it. This installation needs an https address (PUBLIC_URL).';
    return { id, ok: false, message };
  }
  if (ours.length > 0) return { id, ok: true, message: 'The page loads the script.' };
  const other = tags.find(({ src }) => src !== null)?.src;
  if (other)
    return {
      id,
      ok: false,
      message: `The page loads the script from ${new URL(other).host}, not from ${new URL(origin).host}.`,
    };
  const message = hasTagManager
    ? 'The page itself does not load the script. Its tag manager may add it later: open the page and watch for the first event.'
    : 'The page does not load the script. Paste the snippet into its <head>.';
  return { id, ok: false, message };
}

/** On an https page only addresses of the same machine may use http. */
const isMixed = (page: string, origin: string): boolean =>
  page.startsWith('https:') &&
  origin.startsWith('http:') &&
  !/^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(origin);

function keyCheck(ours: readonly Tag[], mine: readonly Tag[]): Check {
  const id = 'key';
  if (ours.length === 0)
    return { id, ok: null, message: 'Without the script there is no key to check.' };
  if (mine.length > 0) return { id, ok: true, message: 'It names the key of this pixel.' };
  const [other] = ours.flatMap(({ keys }) => keys);
  const message = other
    ? `It names another key, ${other}.`
    : 'It names no key: data-key is missing.';
  return { id, ok: false, message };
}

function onceCheck(mine: readonly Tag[]): Check {
  const id = 'once';
  if (mine.length === 0) return { id, ok: null, message: 'This key is not loaded.' };
  return mine.length === 1
    ? { id, ok: true, message: 'It is loaded once.' }
    : {
        id,
        ok: false,
        message: `It is loaded ${mine.length} times. Events still count once; keep only one.`,
      };
}

function policyCheck({ policies, url }: Page, tag: Tag | undefined, publicUrl: string): Check {
  const id = 'csp_script';
  const address = tag?.src ?? `${publicUrl}/t/px.js`;
  const isAllowed = policies.every((policy) =>
    allowsScript(policy, url, address, tag?.nonce ?? null),
  );
  return isAllowed
    ? { id, ok: true, message: 'No content security policy stops the script.' }
    : {
        id,
        ok: false,
        message: `The content security policy of the page stops the script. Add ${new URL(address).origin} to script-src.`,
      };
}

function connectionCheck({ policies, url }: Page, publicUrl: string): Check {
  const id = 'csp_connect';
  const address = `${publicUrl}/t/e`;
  return policies.every((policy) => allowsConnection(policy, url, address))
    ? { id, ok: true, message: 'No content security policy stops its reports.' }
    : {
        id,
        ok: false,
        message: `The content security policy of the page stops its reports. Add ${new URL(address).origin} to connect-src.`,
      };
}

function domainCheck({ url }: Page, domains: readonly string[]): Check {
  const { origin, hostname } = new URL(url);
  return isAllowedSite(domains, { origin })
    ? { id: 'domain', ok: true, message: 'The site may use the pixel.' }
    : {
        id: 'domain',
        ok: false,
        message: `${hostname} is not among the domains of the pixel: its events are refused.`,
      };
}
