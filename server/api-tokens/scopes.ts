import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '#contract/api-tokens/schemas.ts';

type Kind = 'read' | 'write';

/** What a machine may ask for, by the tag of a call. Whatever is not here needs a person who is signed in. */
const scopes: Record<string, Partial<Record<Kind, TokenScope>>> = {
  dashboard: { read: 'reports.read' },
  analytics: { read: 'reports.read' },
  conversions: { read: 'conversions.read', write: 'conversions.write' },
  pixels: { read: 'pixels.read', write: 'pixels.write' },
  'master pixels': { read: 'pixels.read', write: 'pixels.write' },
  projects: { read: 'project.read' },
  affiliates: { read: 'project.read' },
};

/** A stream asks again and again who listens, and only sessions answer that. */
const forPeople = ['/api/v1/pixel-stream/'];

/** The scope that a call needs; null where no machine may call. */
export function scopeFor({ method, routeOptions }: FastifyRequest): TokenScope | null {
  const { url = '', schema } = routeOptions;
  const { tags = [] } = (schema ?? {}) as { tags?: readonly string[] };
  if (forPeople.includes(url)) return null;
  const isQuestion = method === 'GET' || method === 'HEAD' || url.startsWith('/cubejs-api/');
  return tags.map((tag) => scopes[tag]?.[isQuestion ? 'read' : 'write'] ?? null)[0] ?? null;
}
