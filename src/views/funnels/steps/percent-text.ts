import { numberText } from '../../kit/typed-number.ts';

/** A share as the text of a field in percent: 0.054 is 5.4. */
export const percentText = (share: number | null): string =>
  share === null ? '' : numberText(String(Number((share * 100).toFixed(4))));
