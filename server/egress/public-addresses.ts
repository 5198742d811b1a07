import { BlockList, isIPv4, isIPv6 } from 'node:net';

const inside = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(net, prefix, 'ipv4');
}
/** Of IPv6 only global unicast can be public, without addresses that embed IPv4 and documentation addresses. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
const special = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, prefix, 'ipv6');
}

/** Whether an address is on the public internet, and not of this machine, its networks or its cloud. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !inside.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
