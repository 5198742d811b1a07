import { truncateAddress } from '../collect/addresses.ts';
import { isSecretName } from '../collect/secret-name.ts';

const hidden = '[hidden]';
const personal = /[^\s/?#&=]+(@|%40)[^\s/?#&=]+\.[a-z]{2,}/gi;
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:]*:[0-9a-f.:]*)$/i;
const secretParameter =
  /([?&;][^=&#]*(?:token|secret|password|passwd|pwd|api-?key|session|signature|sig|code)[^=&#]*=)[^&#]+/gi;
const bearer =
  /\b(?:eyJ[\w-]+\.[\w-]+\.[\w-]*|(?:bearer|token)\s+[\w.~+/=-]{16,}|[cs][ls]_[\w-]{43}[0-9a-f]{8})/gi;

/**
 * What was sent, fit to be shown: nothing under a name of secrets or contact data, no e-mail address anywhere, network
 * addresses without their last part. Names are kept, so that one sees that something was sent.
 */
export function cleaned(value: unknown, name = ''): unknown {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return value.map((item) => cleaned(item, name));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [masked(key), cleaned(item, key)]),
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
