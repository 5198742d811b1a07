/** A network of the file: an IPv4 network and its record. */
export type Network = { address: string; length: number; record: Value };
type Value = string | number | Value[] | { [name: string]: Value };

type Node = { 0: Branch; 1: Branch };
type Branch = Node | { record: Value } | null;

/** A minimal file in MaxMind's format with these networks. */
export function maxmindFile(networks: readonly Network[]): Buffer {
  const root: Node = { 0: null, 1: null };
  for (const { address, length, record } of networks) plant(root, bitsOf(address, length), record);
  const nodes: Node[] = [];
  collect(root, nodes);

  const data: Buffer[] = [];
  let size = 0;
  const pointerTo = (branch: Branch): number => {
    if (branch === null) return nodes.length;
    if (!('record' in branch)) return nodes.indexOf(branch);
    const at = nodes.length + 16 + size;
    const written = encode(branch.record);
    data.push(written);
    size += written.length;
    return at;
  };
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries()) {
    tree.writeUIntBE(pointerTo(node[0]), index * 6, 3);
    tree.writeUIntBE(pointerTo(node[1]), index * 6 + 3, 3);
  }
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 6,
    database_type: 'Test-City',
    languages: ['en'],
    description: { en: 'for tests' },
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]);
}

/** IPv4 addresses are mapped below ::/96. */
function bitsOf(address: string, length: number): (0 | 1)[] {
  const own = address.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')]);
  return [...Array(96).fill('0'), ...own.slice(0, length)].map((bit) => (bit === '1' ? 1 : 0));
}

function plant(root: Node, bits: readonly (0 | 1)[], record: Value): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit];
    if (next && !('record' in next)) node = next;
    else {
      const fresh: Node = { 0: null, 1: null };
      node[bit] = fresh;
      node = fresh;
    }
  }
  node[bits.at(-1) ?? 0] = { record };
}

function collect(node: Node, into: Node[]): void {
  into.push(node);
  for (const branch of [node[0], node[1]]) {
    if (branch && !('record' in branch)) collect(branch, into);
  }
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  const written = entries.flatMap(([name, child]) => [encode(name), encode(child)]);
  return Buffer.concat([control(7, entries.length), ...written]);
}

/** Types above 7 take a byte of their own. */
const control = (type: number, size: number): Buffer =>
  type <= 7 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7]);
