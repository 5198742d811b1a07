import { z } from 'zod';
import { type ViewState, viewStateSchema } from './view-state.ts';

export const mostViews = 200;

const name = z
  .string()
  .trim()
  .min(1, 'Give the view a name.')
  .max(80, 'Use at most 80 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter a name without line breaks.');

/** What somebody is asked for who saves a view or renames one. */
export const viewNameSchema = z.strictObject({ name });

const parts = viewStateSchema.omit({ project: true });
const longest = 32_768;
/** Half a surrogate pair and NUL are no text that a database takes; JSON writes both as escapes. */
const unstorable = /\\u(?:0000|d[89a-f])/i;

/** What a view opens its project with. An address may hold nonsense; a view that does is refused. */
const opening = z.record(z.string(), z.unknown()).transform((given, context) => {
  const opening: Omit<ViewState, 'project'> = parts.parse(given);
  const kept = new Set(
    Object.entries(opening).flatMap(([part, value]) => (value === undefined ? [] : [part])),
  );
  for (const part of Object.keys(given).filter((part) => !kept.has(part))) {
    context.addIssue({ code: 'custom', path: [part], message: 'A view cannot open with this.' });
  }
  const written = JSON.stringify(opening);
  if (written.length > longest) {
    context.addIssue({ code: 'custom', message: 'This view holds too much. Choose less.' });
  }
  if (unstorable.test(written)) {
    context.addIssue({ code: 'custom', message: 'This view holds characters that are no text.' });
  }
  return opening;
});

export const savedViewSchema = z.object({
  id: z.int(),
  project: z.int(),
  name: z.string(),
  opening: z.looseObject({}),
  position: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const newViewSchema = z.strictObject({
  project: z.int(),
  name,
  opening,
  /** Where it stands in the list, before the one that stood there; at its end when left out. */
  position: z.int().min(0).max(1_000_000).optional(),
});
export const viewChangeSchema = newViewSchema.omit({ project: true }).partial();

/** A view somebody saved, ready to be opened. */
export type SavedView = { id: number; name: string; project: number; position: number } & {
  opening: ViewState;
};
