import type { Env } from './env.ts';

/** What time it is for the product: for ever the same where a demo stands still at a moment. */
export function clockOf({ DEMO, DEMO_NOW }: Pick<Env, 'DEMO' | 'DEMO_NOW'>): () => Date {
  if (!DEMO || !DEMO_NOW) return () => new Date();
  const moment = Date.parse(DEMO_NOW);
  return () => new Date(moment);
}
