import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FrameQuery, frameTokens } from '#contract/collect/public.ts';

type Sealed = Omit<FrameQuery, 'seal'>;

/** Signs a frame's URL, so that frames open only for events that this installation accepted. */
export function signFrame(secret: Buffer, pixel: number, { k, until, ...told }: Sealed): string {
  const said = [pixel, k, until, ...frameTokens.map((token) => told[token] ?? '')];
  return createHmac('sha256', secret)
    .update(`frame\n${JSON.stringify(said)}`)
    .digest('base64url');
}

export function isSigned(
  secret: Buffer,
  pixel: number,
  { seal = '', ...sealed }: FrameQuery,
): boolean {
  const [given, due] = [Buffer.from(seal), Buffer.from(signFrame(secret, pixel, sealed))];
  return given.length === due.length && timingSafeEqual(given, due);
}
