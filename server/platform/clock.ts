import type { Env } from './env.ts';

/** The clock of the product; it is stopped in a demo with a fixed time. */
export function clockOf({ DEMO, DEMO_NOW }: Pick<Env, 'DEMO' | 'DEMO_NOW'>): () => Date {
  if (!DEMO || !DEMO_NOW) return () => new Date();
  const moment = Date.parse(DEMO_NOW);
  return () => new Date(moment);
}
