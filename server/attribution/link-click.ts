import { hash, randomBytes } from 'node:crypto';

const drawn = 10;
const marked = 6;

/**
 * A click id that shows that a tracking link of this project made the click. No secret is needed: forging one only
 * excludes the forger's own click from the count.
 */
export function linkClickId(project: number, own: Buffer = randomBytes(drawn)): string {
  return `ck_${Buffer.concat([own, markOf(own, project)]).toString('base64url')}`;
}

export function isLinkClickId(id: string, project: number): boolean {
  if (!/^ck_[\w-]{22}$/.test(id)) return false;
  const bytes = Buffer.from(id.slice(3), 'base64url');
  const own = bytes.subarray(0, drawn);
  return bytes.subarray(drawn).equals(markOf(own, project));
}

const markOf = (own: Buffer, project: number): Buffer =>
  hash('sha256', `link ${project} ${own.toString('hex')}`, 'buffer').subarray(0, marked);
