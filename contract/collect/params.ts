import { z } from 'zod';
import { unstorablePattern, withoutUnstorable } from '../storable-text.ts';
import { longestText } from '../text-length.ts';

const limits = { depth: 8, keys: 64, items: 200, nodes: 1_000 };

/** Why a value is not allowed in `params`, or null. Not recursive, because the sender decides the depth. */
function faultOf(root: object): string | null {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let seen = 1; open.length > 0; seen += 1) {
    const { value, depth } = open.pop() ?? { value: null, depth: 0 };
    if (seen > limits.nodes) return `must contain at most ${line(limits.nodes)} values`;
    if (typeof value === 'number' && !Number.isFinite(value))
      return 'contains a number that is not finite';
    if (typeof value === 'string') {
      if (value.length > longestText)
        return `contains a text of more than ${line(longestText)} characters`;
      if (unstorablePattern.test(value)) return 'contains characters that cannot be stored';
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > limits.depth) return `must not be nested deeper than ${limits.depth} levels`;
    const entries = Object.entries(value);
    if (Array.isArray(value) && entries.length > limits.items)
      return `contains a list of more than ${limits.items} values`;
    if (!Array.isArray(value) && entries.length > limits.keys)
      return `must have at most ${limits.keys} keys`;
    for (const [key, child] of entries) {
      if (key.length > longestText || unstorablePattern.test(key))
        return 'has a key that is too long or no text';
      open.push({ value: child, depth: depth + 1 });
    }
  }
  return null;
}

const line = (value: number) => value.toLocaleString('en-US');

/** Further fields of an event that the sender chooses, as a JSON object. */
export const paramsSchema = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  .superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .nullish()
  .transform((value) => value ?? undefined);

/**
 * Cuts `params` to the limits: texts and lists are shortened, values too deep or too many are left out. For senders
 * that do not read refusals.
 */
export function truncateParams(root: Record<string, unknown>): unknown {
  let room = limits.nodes;
  const truncated = (value: unknown, depth: number): unknown => {
    room -= 1;
    if (room < 0) return undefined;
    if (typeof value === 'string') return withoutUnstorable(value.slice(0, longestText));
    if (typeof value !== 'object' || value === null) return value;
    if (depth > limits.depth) return undefined;
    if (Array.isArray(value)) {
      const items = value.slice(0, limits.items).map((child) => truncated(child, depth + 1));
      return items.filter((child) => child !== undefined);
    }
    const entries = Object.entries(value)
      .filter(([key]) => key.length <= longestText && !unstorablePattern.test(key))
      .slice(0, limits.keys)
      .map(([key, child]) => [key, truncated(child, depth + 1)] as const);
    return Object.fromEntries(entries.filter(([, child]) => child !== undefined));
  };
  return truncated(root, 1);
}
