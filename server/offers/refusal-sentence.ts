import type { Refusal } from '../platform/refusal.ts';

/** What a refusal says, without the names of fields. */
export const refusalSentence = ({ body }: Refusal): string =>
  Object.entries(body)
    .filter(([name]) => name !== 'current')
    .flatMap(([, value]) => value)
    .filter((one) => typeof one === 'string')
    .join(' ');
