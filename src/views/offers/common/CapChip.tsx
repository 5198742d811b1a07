import type { CapStatus } from '#contract/offers/caps.ts';
import { capLevelOf } from '#model/offer-caps.ts';
import { capForecast, capInFull, capWords } from './cap-words.ts';

/** How full a cap is: in words, with a colour from 70 % on, and when it is expected to be full. */
export function CapChip({
  cap,
  look = 'used',
  currency,
  zone,
}: {
  cap: CapStatus;
  /** Whether it says what is used or what is left. */
  look?: 'used' | 'left';
  currency: string;
  /** The time zone of its times. */
  zone: string;
}) {
  const place = { currency, zone };
  const forecast = capForecast(cap, place);
  return (
    <span className="cap" title={capInFull(cap, place)}>
      <span className="cap-chip" data-level={capLevelOf(cap)}>
        {capWords(cap, place, look)}
      </span>
      {forecast === null ? null : <span className="cap-forecast">{forecast}</span>}
    </span>
  );
}
