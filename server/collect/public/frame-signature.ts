import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FrameQuery, frameTokens } from '#contract/collect/public.ts';

type Sealed = Omit<FrameQuery, 'seal'>;

/** Says that this installation gave the address of a frame out, and for what: only of events that it kept. */
export function sealOf(secret: Buffer, pixel: number, { k, until, ...told }: Sealed): string {
  const said = [pixel, k, until, ...frameTokens.map((token) => told[token] ?? '')];
  return createHmac('sha256', secret)
    .update(`frame\n${JSON.stringify(said)}`)
    .digest('base64url');
}

export function isSealed(
  secret: Buffer,
  pixel: number,
  { seal = '', ...sealed }: FrameQuery,
): boolean {
  const [given, due] = [Buffer.from(seal), Buffer.from(sealOf(secret, pixel, sealed))];
  return given.length === due.length && timingSafeEqual(given, due);
}
