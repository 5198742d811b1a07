import { addressDimensions } from '#contract/analytics/dimensions.ts';
import { clickIdFields } from '#contract/collect/events.ts';
import { tidyText } from '#contract/collect/field-text.ts';
import { isUnfilled } from '#contract/collect/unfilled.ts';
import { withoutUnstorable } from '#contract/storable-text.ts';
import { longestText } from '#contract/text-length.ts';
import { textMap } from '#contract/text-map.ts';
import { isSecretName } from './sensitive-fields.ts';

/** The network of an address: /24 for IPv4, /48 for IPv6. */
export function truncateAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const v4 = /^(\d+)\.(\d+)\.(\d+)\.\d+$/.exec(mapped ?? address);
  if (v4) return `${v4[1]}.${v4[2]}.${v4[3]}.0`;
  if (!address.includes(':')) return '';
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const width = 8 - (right.at(-1)?.includes('.') ? 1 : 0);
  const middle =
    tail === undefined ? [] : Array(Math.max(0, width - left.length - right.length)).fill('0');
  const [a = '0', b = '0', c = '0'] = [...left, ...middle, ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
  return `${a}:${b}:${c}::`;
}

/** The host of a referrer in lower case and without `www.`; '' when it names none. */
export function hostOf(referrer: string): string {
  const url = parse(referrer) ?? parse(`https://${referrer}`);
  const host =
    url?.hostname
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/\.$/, '') ?? '';
  return host.includes('@') ? '' : host;
}

/** Links from a site to itself or its subdomains are no referrers. */
export const isSameSite = (host: string, other: string): boolean =>
  host === other || host.endsWith(`.${other}`) || other.endsWith(`.${host}`);

/** The part behind the at sign ends before the next one, so that the time grows only with the length of the text. */
const personal = /[^\s/?#&=](@|%40)((?!%40)[^\s/?#&=@])*(\.|%2e)[\p{L}\p{N}]/iu;

/** Whether a text contains something like an e-mail address; `sale@home` names a campaign. */
export const isPersonal = (text: string): boolean => personal.test(text);

const secretValue = /^(eyJ[\w-]+\.[\w-]+\.[\w-]*|[0-9a-f]{32,}|(?=.*\d)(?=.*[a-z])[\w-]{40,})$/i;
const publicName = new RegExp(
  `^(utm_.*|click_id|${[...addressDimensions, ...clickIdFields].join('|')})$`,
  'i',
);

export type Landing = {
  host: string;
  /** Without credentials, fragment, and parts that look like personal data or secrets. */
  url: string;
  /** The query's parameters by lower-case name, checked like fields of an event; the first value wins. */
  query: ReadonlyMap<string, string>;
};

export function landingOf(input: string): Landing | null {
  const url = parse(input);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const query = new Map<string, string>();
  const publicParams = new URLSearchParams();
  for (const [name, decoded] of url.searchParams) {
    const key = name.toLowerCase();
    const value = tidyText(withoutUnstorable(decoded));
    if (personal.test(value) || personal.test(name)) continue;
    if (publicName.test(key)) {
      if (isValue(key, value) && !query.has(key)) query.set(key, value);
    } else if (isSecretName(name) || secretValue.test(value)) continue;
    publicParams.append(name, value);
  }
  const path = url.pathname
    .split('/')
    .map((part) => (personal.test(part) || secretValue.test(part) ? '-' : part))
    .join('/');
  const search = publicParams.size > 0 ? `?${publicParams}` : '';
  const host = url.hostname.replace(/^www\./, '');
  return { host, url: `${url.protocol}//${url.host}${path}${search}`, query };
}

const longest = textMap({ affid: 128, click_id: 256 });

const isValue = (key: string, value: string): boolean =>
  value !== '' &&
  value.length <= (longest.get(key) ?? longestText) &&
  (key.startsWith('utm_') || !isUnfilled(value));

function parse(input: string): URL | null {
  return URL.canParse(input) ? new URL(input) : null;
}
