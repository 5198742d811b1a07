/** A refused call: thrown anywhere below a route, written in the API's format by the problems plugin. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Record<string, unknown>, retryAfter?: number) {
    super(`refused with ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** 400 for one named input. */
export const invalid = (field: string, message: string) => new Refusal(400, { [field]: [message] });

export const unauthorized = () => new Refusal(401, { detail: 'Sign in to continue.' });

export const forbidden = (detail = 'You do not have access to this.') =>
  new Refusal(403, { detail });

export const paymentRequired = () =>
  new Refusal(402, {
    detail: 'This needs a paid plan. Choose one in the billing settings.',
  });

/** Foreign and missing objects get the same answer, byte for byte. */
export const notFound = () => new Refusal(404, { detail: 'Not found.' });

/** `wait` is in milliseconds. */
export function tooManyAttempts(wait: number) {
  const seconds = Math.ceil(wait / 1000);
  return new Refusal(429, { detail: `Too many attempts. ${whenAgain(seconds)}` }, seconds);
}

function whenAgain(seconds: number): string {
  if (seconds <= 60) return 'Wait a moment and try again.';
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return `Try again in ${wait}.`;
}

export const unavailable = (detail: string, retryAfter = 2) =>
  new Refusal(503, { detail }, retryAfter);

export const databaseSilent = () =>
  unavailable('The database does not answer. Try again in a moment.');

/** The client has disconnected. */
export const clientGone = () => new Refusal(499, { detail: 'The client has disconnected.' });
