import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { StartProblem } from '../platform/start-problem.ts';

type Range = { first: bigint; last: bigint };

/** Reads a file of networks, one per line as `203.0.113.0/24` or `2001:db8::/32`; `#` starts a comment. */
export async function openRangeFile(path: string): Promise<(address: string) => boolean> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new StartProblem(`DATACENTER_RANGES=${path} cannot be read.`);
  });
  const ranges = text.split('\n').flatMap((line, index) => {
    const network = line.replace(/#.*/, '').trim();
    if (network === '') return [];
    const range = rangeOf(network);
    if (range) return range;
    throw new StartProblem(
      `DATACENTER_RANGES=${path} cannot be used: line ${index + 1} is no network such as 203.0.113.0/24.`,
    );
  });
  return memberOf(ranges);
}

/** Whether a number lies in one of many ranges, by binary search. */
function memberOf(ranges: readonly Range[]): (address: string) => boolean {
  const merged: Range[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = merged.at(-1);
    if (!before || first > before.last) merged.push({ first, last });
    else if (last > before.last) before.last = last;
  }
  return (address) => {
    const number = numberOf(address);
    if (number === null) return false;
    let [low, high] = [0, merged.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((merged[middle]?.first ?? 0n) <= number) low = middle + 1;
      else high = middle;
    }
    return number <= (merged[low - 1]?.last ?? -1n);
  };
}

function rangeOf(network: string): Range | null {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const version = isIP(address);
  const number = numberOf(address);
  if (version === 0 || number === null) return null;
  const width = version === 4 ? 32 : 128;
  const fixed = length === undefined ? width : Number(length);
  if (fixed > width) return null;
  const free = BigInt(width - fixed);
  const first = (number >> free) << free;
  return { first, last: first + (1n << free) - 1n };
}

const mapped = 0xffffn << 32n;

/** An address as a number; an IPv4 address and its IPv6 form are equal. */
function numberOf(address: string): bigint | null {
  const version = isIP(address);
  if (version === 0) return null;
  if (version === 4) return mapped + v4(address);
  const bare = address.replace(/%.*/, '');
  const dotted = /[^:]*\.[^:]*$/.exec(bare)?.[0];
  const plain = dotted === undefined ? bare : bare.slice(0, -dotted.length) + hexOf(v4(dotted));
  const [head = '', tail] = plain.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const middle = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...middle, ...right].reduce(
    (number, group) => (number << 16n) + BigInt(`0x${group}`),
    0n,
  );
}

const v4 = (address: string): bigint =>
  address.split('.').reduce((number, part) => (number << 8n) + BigInt(part), 0n);

const hexOf = (number: bigint): string =>
  `${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`;
