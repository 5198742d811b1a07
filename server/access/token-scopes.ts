import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '#contract/api-tokens/schemas.ts';
import { textMap } from '#contract/text-map.ts';

type Kind = 'read' | 'write';

/** The scope that each tag of the API needs. A tag that is missing here needs a signed-in person. */
const scopes = textMap<Partial<Record<Kind, TokenScope>>>({
  dashboard: { read: 'reports.read' },
  analytics: { read: 'reports.read' },
  funnels: { read: 'reports.read' },
  offers: { read: 'reports.read' },
  'split tests': { read: 'reports.read' },
  payouts: { read: 'reports.read' },
  conversions: { read: 'conversions.read', write: 'conversions.write' },
  pixels: { read: 'pixels.read', write: 'pixels.write' },
  'master pixels': { read: 'pixels.read', write: 'pixels.write' },
  projects: { read: 'project.read' },
  affiliates: { read: 'project.read' },
});

/** A stream checks its listener's session again and again, so it takes no API token. */
const forPeople = ['/api/v1/pixel-stream/'];

/** The scope that a call needs; null where API tokens are refused. */
export function scopeFor({ method, routeOptions }: FastifyRequest): TokenScope | null {
  const { url = '', schema } = routeOptions;
  const { tags = [] } = (schema ?? {}) as { tags?: readonly string[] };
  if (forPeople.includes(url)) return null;
  const isQuestion = method === 'GET' || method === 'HEAD' || url.startsWith('/cubejs-api/');
  return tags.map((tag) => scopes.get(tag)?.[isQuestion ? 'read' : 'write'] ?? null)[0] ?? null;
}
