import { truncateAddress } from '../collect/network-address.ts';
import { isSecretName } from '../collect/sensitive-fields.ts';

const hidden = '[hidden]';
const personal = /[^\s/?#&=]+(@|%40)[^\s/?#&=]+\.[a-z]{2,}/gi;
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:]*:[0-9a-f.:]*)$/i;
const secretParameter =
  /([?&;][^=&#]*(?:token|secret|password|passwd|pwd|api-?key|session|signature|sig|code)[^=&#]*=)[^&#]+/gi;
const bearer =
  /\b(?:eyJ[\w-]+\.[\w-]+\.[\w-]*|(?:bearer|token)\s+[\w.~+/=-]{16,}|[cs][ls]_[\w-]{43}[0-9a-f]{8})/gi;

/**
 * A payload for display: without secrets, contact data and e-mail addresses, and with shortened network addresses.
 * Field names stay, so that readers see which fields were sent.
 */
export function redacted(value: unknown, name = ''): unknown {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return value.map((item) => redacted(item, name));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [masked(key), redacted(item, key)]),
    );
  }
  if (value === null || value === '') return value;
  if (isSecretName(name)) return hidden;
  return typeof value === 'string' ? masked(value) : value;
}

function masked(text: string): string {
  if (address.test(text)) return truncateAddress(text) || hidden;
  return text
    .replace(personal, hidden)
    .replace(secretParameter, `$1${hidden}`)
    .replace(bearer, hidden);
}
