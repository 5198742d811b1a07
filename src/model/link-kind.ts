/**
 * Whether an address leads to a page of this app, to another site, or must not be opened.
 *
 * An inside address starts with one slash, a `?` or a `#`; an outside address is plain `http` or `https` with a valid
 * host. Addresses that a browser would silently repair (backslashes, control characters, user info before the host) are
 * refused.
 */
export function linkKindOf(address: string): 'inside' | 'outside' | 'refused' {
  if (/[\s\\]/.test(address) || hasControlCharacter(address)) return 'refused';
  if (/^(\/(?!\/)|[?#])/.test(address)) return 'inside';
  return /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(address) && isUrl(address) ? 'outside' : 'refused';
}

const hasControlCharacter = (text: string): boolean =>
  Array.from(text).some((character) => (character.codePointAt(0) ?? 0) < 0x20);

/** `URL.canParse`, which older browsers lack. */
function isUrl(address: string): boolean {
  try {
    new URL(address);
    return true;
  } catch {
    return false;
  }
}
