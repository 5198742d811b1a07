import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';

/** A script element that loads the pixel, or may add it. */
export type Tag = {
  /** Its full URL; null for inline code. */
  src: string | null;
  /** Keys of master pixels in it. */
  keys: string[];
  nonce: string | null;
};

export type Page = {
  url: string;
  /** Script elements that concern the pixel. */
  tags: Tag[];
  /** Every content security policy that a browser would enforce. */
  policies: string[];
  hasTagManager: boolean;
};

export const mostPageBytes = 1024 * 1024;

const pixelPath = /\/t\/px(?:-[0-9a-f]{8,64})?\.js(?:[?#]|$)/;
const keyPattern = /\bmp_[\w-]{4,64}/g;

/** The decoded text of a response; null where it cannot be decoded. A truncated response is read as far as it goes. */
export function htmlOf(headers: IncomingHttpHeaders, body: Buffer): string | null {
  const options = { maxOutputLength: 8 * mostPageBytes };
  const flush = { ...options, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    const encoding = `${headers['content-encoding'] ?? 'identity'}`.toLowerCase();
    if (encoding === 'identity') return body.toString('utf8');
    if (encoding === 'gzip') return gunzipSync(body, flush).toString('utf8');
    if (encoding === 'deflate') return inflateSync(body, flush).toString('utf8');
    if (encoding !== 'br') return null;
    const brotli = { ...options, finishFlush: constants.BROTLI_OPERATION_FLUSH };
    return brotliDecompressSync(body, brotli).toString('utf8');
  } catch {
    return null;
  }
}

/** Reads the pixel's elements in a page's HTML; elements added by scripts are not visible. */
export function readPage(url: string, headers: IncomingHttpHeaders, html: string): Page {
  const shown = withoutComments(html);
  const policies = [headers['content-security-policy'] ?? []].flat();
  const metas = elementsIn(shown, 'meta')
    .filter(({ attributes }) => isPolicy(attributes))
    .map(({ attributes }) => attributes.get('content') ?? '');
  return {
    url,
    tags: elementsIn(shown, 'script').flatMap((element) => tagOf(element, url)),
    policies: [...policies.flatMap((header) => header.split(',')), ...metas].filter(
      (policy) => policy.trim() !== '',
    ),
    hasTagManager: shown.includes('googletagmanager.com/gtm.js'),
  };
}

const isPolicy = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy';

function tagOf({ attributes, content }: Element, url: string): Tag[] {
  const nonce = attributes.get('nonce') ?? null;
  const written = attributes.get('src');
  if (written === undefined) {
    const isLoader = /\/t\/px(?:-[0-9a-f]{8,64})?\.js/.test(content);
    return isLoader
      ? [{ src: null, keys: [...new Set(content.match(keyPattern) ?? [])], nonce }]
      : [];
  }
  const src = URL.canParse(written, url) ? new URL(written, url).href : '';
  if (!pixelPath.test(src)) return [];
  const key = attributes.get('data-key') || new URL(src).searchParams.get('key');
  return [{ src, keys: key ? [key] : [], nonce }];
}

type Element = { attributes: ReadonlyMap<string, string>; content: string };

const longestTag = 16 * 1024;

/** The elements of a name, in linear time because the page is untrusted. */
function elementsIn(html: string, name: 'script' | 'meta'): Element[] {
  const lower = html.toLowerCase();
  const elements: Element[] = [];
  let at = lower.indexOf(`<${name}`);
  while (at >= 0) {
    const from = at + name.length + 1;
    const end = endOfTag(html, from);
    if (end === null) break;
    const isNamed = /[\s/>]/.test(html.charAt(from));
    const closing = isNamed && name === 'script' ? lower.indexOf('</script', end) : end;
    const until = closing < 0 ? html.length : closing;
    if (isNamed && end - from <= longestTag) {
      const attributes = attributesOf(html.slice(from, end - 1));
      elements.push({ attributes, content: html.slice(end, until) });
    }
    at = lower.indexOf(`<${name}`, Math.max(until, end));
  }
  return elements;
}

/** The end of a tag outside attribute values; null where it does not end. */
function endOfTag(html: string, from: number): number | null {
  let quote = '';
  for (let at = from; at < html.length; at += 1) {
    const char = html.charAt(at);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '>') return at + 1;
    else if (char === '"' || char === "'") quote = char;
  }
  return null;
}

function withoutComments(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<!--', at);
    if (start < 0) break;
    parts.push(html.slice(at, start));
    const end = html.indexOf('-->', start + 4);
    at = end < 0 ? html.length : end + 3;
  }
  return [...parts, html.slice(at)].join('');
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

function attributesOf(inner: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of inner.matchAll(attribute)) {
    const value = decoded(double ?? single ?? bare ?? '');
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  return found;
}

const decoded = (text: string): string =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&(?:#39|#x27|apos);/gi, "'")
    .replace(/&amp;/g, '&');

/** Whether a policy lets a page load a script from a URL. */
export function allowsScript(policy: string, page: string, address: string, nonce: string | null) {
  const sources = sourcesOf(policy, ['script-src-elem', 'script-src', 'default-src']);
  if (!sources) return true;
  if (nonce !== null && sources.includes(`'nonce-${nonce}'`)) return true;
  return !sources.includes("'strict-dynamic'") && matchesAny(sources, page, address);
}

/** Whether a policy lets a page send reports to a URL. */
export function allowsConnection(policy: string, page: string, address: string): boolean {
  const sources = sourcesOf(policy, ['connect-src', 'default-src']);
  return !sources || matchesAny(sources, page, address);
}

/** The sources of the first of these directives in the policy; null where nothing is restricted. */
function sourcesOf(policy: string, names: readonly string[]): string[] | null {
  const directives = new Map<string, string[]>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  const name = names.find((one) => directives.has(one));
  return name === undefined ? null : (directives.get(name) ?? []);
}

function matchesAny(sources: readonly string[], page: string, address: string): boolean {
  const [from, to] = [new URL(page), new URL(address)];
  return sources.some((source) => matches(source, from, to));
}

function matches(source: string, page: URL, address: URL): boolean {
  if (source === "'self'") return page.origin === address.origin;
  if (source === '*') return true;
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return isScheme(source.toLowerCase(), address);
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^/:*]+)(?::(\d+|\*))?(\/.*)?$/i.exec(
    source,
  );
  if (!parts || source.startsWith("'")) return false;
  const [, scheme, host = '', port, path] = parts;
  const wanted = scheme ? `${scheme.toLowerCase()}:` : page.protocol;
  if (!isScheme(wanted, address)) return false;
  if (!isHost(host.toLowerCase(), address.hostname)) return false;
  if (port !== '*' && (port ?? usual(address)) !== (address.port || usual(address))) return false;
  if (!path || path === '/') return true;
  return path.endsWith('/') ? address.pathname.startsWith(path) : address.pathname === path;
}

/** A source allowed over http is allowed over https, too. */
const isScheme = (scheme: string, { protocol }: URL): boolean =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');

const isHost = (pattern: string, host: string): boolean =>
  pattern === '*' ||
  (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern);

const usual = ({ protocol }: URL): string => (protocol === 'https:' ? '443' : '80');
