import type { Clock, Model } from '#contract/analytics/attribution.ts';

/** The attribution models, in one sentence each. */
export const modelWords: Record<Model, { name: string; text: string }> = {
  last_click: { name: 'Last click', text: 'The last click before the conversion gets all credit.' },
  first_click: { name: 'First click', text: 'The first click of the lookback gets all credit.' },
  last_non_direct: {
    name: 'Last non-direct click',
    text: 'The last click with a known source gets all credit.',
  },
  linear: { name: 'Linear', text: 'Every click of the lookback gets the same share.' },
  time_decay: {
    name: 'Time decay',
    text: 'A click gets half as much for every 7 days it lies further back.',
  },
  position: {
    name: 'Position',
    text: 'First and last click get 40 % each, those between share the rest.',
  },
  any_click: {
    name: 'Touched',
    text: 'Each click gets full credit, so rows add up to more than the total.',
  },
};

export const clockWords: Record<Clock, { name: string; text: string }> = {
  conversion: {
    name: 'Day of the conversion',
    text: 'A conversion counts on the day it happened.',
  },
  click: {
    name: 'Day of the click',
    text: 'A conversion counts on the day of the click that earned it, so recent days still grow.',
  },
};

/** The sides that report conversions. */
export const sideWords = {
  server: { name: 'Server', text: 'What your server reported.' },
  browser: { name: 'Browser', text: 'What the pixel in the browser reported.' },
};

export const countingTitles = { side: 'Reported by', once: 'Each conversion once' };
