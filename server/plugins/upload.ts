import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { imageBytes } from '#contract/images/schemas.ts';
import { invalid, Refusal } from '../platform/refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of the form, null without one. */
    upload: Buffer | null;
  }
  interface FastifyContextConfig {
    /** The field of a form that may hold a file; without it a route accepts no form. */
    file?: string;
  }
}

/** Lets some routes accept `multipart/form-data`: its fields become the body, its file the request's `upload`. */
export async function uploads(app: FastifyInstance): Promise<void> {
  app.decorateRequest('upload', null);
  await app.register(multipart, {
    limits: { fileSize: imageBytes, files: 1, fields: 30, fieldSize: 4_096, parts: 31 },
  });
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    const { file } = request.routeOptions.config;
    if (file === undefined) throw new Refusal(415, { detail: 'Send JSON, not a form.' });
    await request.member();
    await readForm(request, file).catch((error: unknown) => {
      const isKnown = error instanceof Error && ('statusCode' in error || error instanceof Refusal);
      throw isKnown ? error : new Refusal(400, { detail: 'The form cannot be read.' });
    });
  });
}

async function readForm(request: FastifyRequest, file: string): Promise<void> {
  const fields = new Map<string, string>();
  for await (const part of request.parts()) {
    const name = part.fieldname;
    if (fields.has(name)) throw invalid(name, 'Send this once.');
    if (part.type === 'field') {
      if (part.valueTruncated) throw invalid(name, 'This is too long.');
      fields.set(name, String(part.value));
    } else {
      const bytes = await part.toBuffer();
      if (name !== file) throw invalid(name, 'Unknown field.');
      if (request.upload) throw invalid(name, 'Send this once.');
      request.upload = bytes;
    }
  }
  request.body = Object.fromEntries(fields);
}
