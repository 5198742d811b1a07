import type { Event, Show } from './client.ts';
import type { PixelEvent } from './event.ts';

type Assigned = { variant: string; phase: number | null };

/** What was reported on this page, so that an app that shows a variant again reports it once. */
const reported = new Set<string>();

/**
 * Shows this visitor their variant of a split test, and reports it once the page is seen. Who may not be recognised
 * gets the variant of everybody, and nothing is reported of them.
 */
export async function assign(
  slug: unknown,
  show: Show,
  key: string,
  endpoint: string,
  mayIdentify: () => boolean,
  event: Event,
  add: (exposure: PixelEvent) => void,
): Promise<void> {
  const { visitor_id, click_id }: Record<string, unknown> = mayIdentify() ? event('', {}) : {};
  const page = new URLSearchParams(location.search);
  const query = new URLSearchParams({ k: key, format: 'json' });
  const given = { visitor_id, click_id, preview: page.get('preview'), v: page.get('v') };
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, `${value}`);
  const address = new URL(`x/${encodeURIComponent(`${slug}`)}/?${query}`, endpoint);
  const answer = await fetch(address.href, { credentials: 'omit' });
  // It may be a test of another pixel on this page.
  if (answer.status === 404) return;
  const { variant, phase }: Assigned = await answer.json();
  if (!variant) throw new Error(`${answer.status}`);
  const name = [slug, variant, phase, visitor_id, click_id].join();
  if (!(await isShown(show, variant)) || phase === null || reported.has(name)) return;
  reported.add(name);
  while (document.visibilityState === 'hidden') await nextChange();
  if (!mayIdentify()) return;
  const params = { test: `${slug}`, variant, phase };
  add(event('experiment_exposure', { visitor_id, click_id, params }));
}

/** A tab in the background may be closed before anybody has seen it. */
const nextChange = () =>
  new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));

/** Whether the page's function has shown the variant. An error in it is the page's own, and appears as one. */
async function isShown(show: Show, variant: string): Promise<boolean> {
  try {
    return (await show(variant)) !== false;
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
    return false;
  }
}
