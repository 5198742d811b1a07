/** What Stripe's form needs to take a card. */
export type CardForm = { publicKey: string; clientSecret: string };

/** How a company pays: by an agreement with the operator, or by a card that Stripe's form collects. */
export type Payment = { kind: 'manual' } | ({ kind: 'card' } & CardForm);

/** What Stripe returns for a card that it has verified. */
export type CheckedCard = { setup_intent: string; payment_method: string };

/** Reads the card from Stripe's form. It is a function because the form and its data never leave the page. */
export type TakeCard = () => Promise<CheckedCard>;
