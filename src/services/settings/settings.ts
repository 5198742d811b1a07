import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Settings } from '#contract/installation/schemas.ts';
import type { Api } from '../kit/api.ts';

export type SettingsSource = {
  /** Starts the request before the workspace opens; `read` then uses its response. */
  prefetch(): void;
  /** Resolves with the first prefetched settings. */
  prefetched: Promise<Settings>;
  /** Returns the prefetched settings once; later calls read them again. */
  read(signal: AbortSignal): Promise<Settings>;
};

/** `GET settings/config/`, prefetched at most once per session; after a failed prefetch it is read again. */
export function createSettings(api: Api, token: () => string | null): SettingsSource {
  let prefetch: { token: string; answer: Promise<Settings | null> } | null = null;
  let resolvePrefetched = (_: Settings) => {};
  const known = new Promise<Settings>((resolve) => {
    resolvePrefetched = resolve;
  });
  return {
    prefetched: known,
    prefetch() {
      const session = token();
      if (session === null || prefetch?.token === session) return;
      const { signal } = new AbortController();
      const answer = api.call('settings', { signal });
      prefetch = { token: session, answer: answer.catch(() => null) };
      answer.then(resolvePrefetched, () => {});
    },
    async read(signal) {
      const expected = prefetch?.token === token() ? prefetch : null;
      const answer = await expected?.answer;
      if (expected) expected.answer = Promise.resolve(null);
      return answer ?? api.call('settings', { signal });
    },
  };
}

/** The features of this installation. If the Cube endpoint is used, `expectCube` preloads its client. */
export const readSettings = (
  source: Pick<SettingsSource, 'read'>,
  expectCube: () => void,
): PromiseActorLogic<Settings, void> =>
  fromPromise(async ({ signal }) => {
    const settings = await source.read(signal);
    if (settings.use_cube) expectCube();
    return settings;
  });
