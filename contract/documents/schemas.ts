import { z } from 'zod';

const documentNames = ['policy', 'terms'] as const;
export type DocumentName = (typeof documentNames)[number];

/** A legal text of this installation, as markdown without HTML. */
export const documentSchema = z.object({ name: z.enum(documentNames), text: z.string() });
export type Document = z.infer<typeof documentSchema>;

/** Accepts any name, so that an unknown document results in 404, not 400. */
export const documentParamsSchema = z.strictObject({ name: z.string().max(64) });

export const isDocumentName = (name: string): name is DocumentName =>
  documentNames.some((known) => known === name);
