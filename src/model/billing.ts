/** What Stripe's form needs to take a card. */
export type CardForm = { publicKey: string; clientSecret: string };

/** How a company will pay: the operator sees to it, or a card is taken by Stripe's form. */
export type Payment = { kind: 'manual' } | ({ kind: 'card' } & CardForm);

/** What Stripe says of a card it has checked. */
export type CheckedCard = { setup_intent: string; payment_method: string };

/** Asks Stripe's form for its card; it lives in the page, and so does whatever it says. */
export type TakeCard = () => Promise<CheckedCard>;
