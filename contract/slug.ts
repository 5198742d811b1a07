import { z } from 'zod';
import { numbered } from './numbered.ts';

export const longestSlug = 60;

/** Parts of addresses that are screens and therefore no slugs. */
const reservedSlugs: readonly string[] = ['add', 'edit', 'new', 'dashboard', 'import'];

/** The name of a funnel or a step in addresses. */
export const slugSchema = z
  .string('Enter a short name.')
  .regex(
    new RegExp(`^[a-z0-9](?:[a-z0-9-]{0,${longestSlug - 2}}[a-z0-9])?$`),
    `Use up to ${longestSlug} lower-case letters, digits and dashes, such as main-offer.`,
  )
  .refine((slug) => !reservedSlugs.includes(slug), {
    error: ({ input }) => `“${String(input)}” is reserved. Choose another.`,
  });

/** A slug made of a name; empty if the name holds no letter or digit that a slug may hold. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, '');

/** A slug if it is free, else the first free one with a number: main, main-2, main-3. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  const others = numbered(wanted, { longest: longestSlug, joint: '-' });
  let slug = wanted;
  while (reservedSlugs.includes(slug) || taken.has(slug)) slug = others.next().value;
  return slug;
}
