import type { Access } from '#server/accounts/access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking, or a 401 refusal. The session is looked up once per request. */
    member(): Promise<Access>;
  }
}
