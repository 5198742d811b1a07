import type { Env } from './env.ts';

/** The clock of the product, which stands still in a demo that is fixed to a moment. */
export function clockOf({ DEMO, DEMO_NOW }: Pick<Env, 'DEMO' | 'DEMO_NOW'>): () => Date {
  if (!DEMO || !DEMO_NOW) return () => new Date();
  const moment = Date.parse(DEMO_NOW);
  return () => new Date(moment);
}
