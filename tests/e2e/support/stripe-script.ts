import type { Page } from '@playwright/test';

/** The outside of Stripe's script: a person who enters a card, and their bank. */
export type Card = {
  /** The method of the entered card, or the reason why it was declined. */
  enter: (intent: string) => { method: string } | { declined: string };
  /** Whether the bank approves a payment. */
  confirm: (secret: string) => boolean;
};

/** Stripe's script as far as this product calls it. Its form is a frame of Stripe's, as in the real one. */
const script = `
window.Stripe = (key) => ({
  key,
  registerAppInfo() {},
  _registerWrapper() {},
  createToken() {},
  createPaymentMethod() {},
  elements(options) {
    const element = {
      mount(place) {
        const frame = document.createElement('iframe');
        frame.title = 'Card number';
        frame.src = 'https://js.stripe.com/form.html';
        frame.onload = () => element.ready?.();
        place.append(frame);
      },
      on(name, hear) { if (name === 'ready') element.ready = hear; return element; },
      off() { return element; },
      update() {},
      destroy() {},
      unmount() {},
    };
    return { options, create: () => element, getElement: () => element, update() {}, fetchUpdates() {}, submit: async () => ({}) };
  },
  async confirmSetup({ elements }) {
    const [id] = elements.options.clientSecret.split('_secret');
    const said = JSON.parse(await window.enterCard(id));
    if (said.declined) return { error: { message: said.declined } };
    return { setupIntent: { id, status: 'succeeded', payment_method: said.method } };
  },
  async confirmCardPayment(secret) {
    const agreed = await window.askBank(secret);
    return agreed ? { paymentIntent: { status: 'succeeded' } } : { error: { message: 'Your bank said no.' } };
  },
});
`;

/** Replaces Stripe's resources in a page; returns the requested addresses. */
export async function withStripe(page: Page, card: Card): Promise<string[]> {
  const fetched: string[] = [];
  await page.exposeFunction('enterCard', (intent: string) => JSON.stringify(card.enter(intent)));
  await page.exposeFunction('askBank', (secret: string) => card.confirm(secret));
  await page.route('https://js.stripe.com/**', (route) => {
    const { pathname } = new URL(route.request().url());
    fetched.push(pathname);
    return pathname === '/form.html'
      ? route.fulfill({ contentType: 'text/html', body: '<label>Card <input></label>' })
      : route.fulfill({ contentType: 'text/javascript', body: script });
  });
  return fetched;
}
