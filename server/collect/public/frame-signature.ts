import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FrameQuery, frameTokens } from '#contract/collect/public.ts';

type Sealed = Omit<FrameQuery, 'seal'>;

/** Signs a frame's URL, so that frames open only for events that this installation accepted. */
export function signFrame(secret: Buffer, pixel: number, { k, until, ...tokens }: Sealed): string {
  const signed = [pixel, k, until, ...frameTokens.map((token) => tokens[token] ?? '')];
  return createHmac('sha256', secret)
    .update(`frame\n${JSON.stringify(signed)}`)
    .digest('base64url');
}

export function isSigned(
  secret: Buffer,
  pixel: number,
  { seal = '', ...sealed }: FrameQuery,
): boolean {
  const [sent, due] = [Buffer.from(seal), Buffer.from(signFrame(secret, pixel, sealed))];
  return sent.length === due.length && timingSafeEqual(sent, due);
}
