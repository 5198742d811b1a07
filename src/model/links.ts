/**
 * Where an address leads: to a page of this app, to another site, or nowhere anybody should go.
 *
 * Inside is only what starts with one slash, a `?` or a `#`; outside only plain `http` and `https`. Whatever a browser
 * would quietly repair into something else (backslashes, control characters, a name before the host) is refused.
 */
export function linkOf(address: string): 'inside' | 'outside' | 'refused' {
  if (/[\s\\]/.test(address) || hasControl(address)) return 'refused';
  if (/^(\/(?!\/)|[?#])/.test(address)) return 'inside';
  return /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(address) ? 'outside' : 'refused';
}

const hasControl = (text: string): boolean =>
  Array.from(text).some((character) => (character.codePointAt(0) ?? 0) < 0x20);
