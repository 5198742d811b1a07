import { z } from 'zod';
import { type ViewState, viewStateSchema } from './view-state.ts';

export const maxViews = 200;

const name = z
  .string()
  .trim()
  .min(1, 'Give the view a name.')
  .max(80, 'Use at most 80 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter a name without line breaks.');

/** The form for saving or renaming a view. */
export const viewNameSchema = z.strictObject({ name });

const parts = viewStateSchema.omit({ project: true });
const longest = 32_768;
/** NUL and half of a surrogate pair cannot be stored as text; JSON writes both as escapes. */
const unstorablePattern = /\\u(?:0000|d[89a-f])/i;

/** The view state of a saved view. Unlike an address, a saved view with invalid values is refused. */
const viewState = z.record(z.string(), z.unknown()).transform((input, context) => {
  const opening: Omit<ViewState, 'project'> = parts.parse(input);
  const known = new Set(
    Object.entries(opening).flatMap(([part, value]) => (value === undefined ? [] : [part])),
  );
  for (const part of Object.keys(input).filter((part) => !known.has(part))) {
    context.addIssue({
      code: 'custom',
      path: [part],
      message: 'This view cannot be saved.',
    });
  }
  const written = JSON.stringify(opening);
  if (written.length > longest) {
    context.addIssue({
      code: 'custom',
      message: 'This view is too large. Choose less.',
    });
  }
  if (unstorablePattern.test(written)) {
    context.addIssue({
      code: 'custom',
      message: 'This view contains characters that cannot be stored.',
    });
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
  opening: viewState,
  /** The index in the list; the view goes to the end when it is left out. */
  position: z.int().min(0).max(1_000_000).optional(),
});
export const viewChangeSchema = newViewSchema.omit({ project: true }).partial();

/** A saved view. */
export type SavedView = { id: number; name: string; project: number; position: number } & {
  opening: ViewState;
};
