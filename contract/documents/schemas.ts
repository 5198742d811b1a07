import { z } from 'zod';

const documentNames = ['policy', 'terms'] as const;
export type DocumentName = (typeof documentNames)[number];

/** A text of this installation, as markdown without HTML in it. */
export const documentSchema = z.object({ name: z.enum(documentNames), text: z.string() });
export type Document = z.infer<typeof documentSchema>;

/** Any name may be asked for: what is no document is missing. */
export const documentParamsSchema = z.strictObject({ name: z.string().max(64) });

export const isDocumentName = (name: string): name is DocumentName =>
  documentNames.some((known) => known === name);
