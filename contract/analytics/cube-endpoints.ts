import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { cubeResultSchema } from './cube.ts';

export const cubeEndpoints = {
  cubeLoad: {
    method: 'GET',
    path: '/cubejs-api/v1/load',
    summary: 'Run a Cube query',
    tag: 'analytics',
    status: 200,
    query: z.looseObject({ query: z.string().optional(), queryType: z.string().optional() }),
    answer: z.union([z.looseObject({ results: z.array(cubeResultSchema) }), cubeResultSchema]),
  },
  cubeLoadByPost: {
    method: 'POST',
    path: '/cubejs-api/v1/load',
    summary: 'Run a Cube query given in the body',
    tag: 'analytics',
    status: 200,
    body: z.looseObject({ query: z.unknown(), queryType: z.string().optional() }),
    answer: z.union([z.looseObject({ results: z.array(cubeResultSchema) }), cubeResultSchema]),
  },
  cubeMeta: {
    method: 'GET',
    path: '/cubejs-api/v1/meta',
    summary: 'The measures and dimensions of the analytics model',
    tag: 'analytics',
    status: 200,
    answer: z.looseObject({ cubes: z.array(z.looseObject({ name: z.string() })) }),
  },
} as const satisfies Record<string, Endpoint>;
