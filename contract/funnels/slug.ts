import { z } from 'zod';

/** Parts of addresses that are screens and therefore no slugs. */
export const reservedSlugs: readonly string[] = ['add', 'edit', 'new', 'dashboard', 'import'];

/** The name of a funnel or a step in addresses. */
export const slugSchema = z
  .string('Enter a short name.')
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/,
    'Use up to 60 lower-case letters, digits and dashes, such as main-offer.',
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
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
