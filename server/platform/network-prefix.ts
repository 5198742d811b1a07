import { isIPv6 } from 'node:net';

/** The part of an address that belongs to one customer of a network: /24, or /56 of IPv6. */
export const prefixOf = (address: string): string => {
  const groups = groupsOf(address);
  return groups.length === 4
    ? groups.slice(0, 3).join('.')
    : [...groups.slice(0, 3), (groups[3] ?? '').slice(0, 2)].join(':');
};

/** The network around it: /16, or /32 of IPv6. */
export const networkOf = (address: string): string => {
  const groups = groupsOf(address);
  return groups.length === 4 ? groups.slice(0, 2).join('.') : groups.slice(0, 2).join(':');
};

/** Four decimal groups of IPv4, mapped addresses included, or eight full hexadecimal ones of IPv6. */
function groupsOf(address: string): string[] {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (!isIPv6(bare) || mapped) return (mapped ?? bare).split('.');
  const [head = '', tail] = bare.toLowerCase().split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].map((group) => group.padStart(4, '0'));
}
