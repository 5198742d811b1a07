import type { FastifyInstance } from 'fastify';
import { isDocumentName } from '#contract/documents/schemas.ts';
import { endpoints } from '#contract/endpoints.ts';
import { notFound } from '../platform/refusal.ts';
import { servePublic } from '../plugins/serve.ts';
import { readDocument } from './read.ts';

/** The privacy policy and the terms, public. */
export function documentRoutes(app: FastifyInstance, { own }: { own: string | null }): void {
  servePublic(app, endpoints.readDocument, async ({ params: { name } }) => {
    if (!isDocumentName(name)) throw notFound();
    return { name, text: await readDocument(name, own) };
  });
}
