import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Settings } from '#contract/settings/schemas.ts';
import type { Api } from '../kit/api.ts';

export type SettingsSource = {
  /** Asks for them before somebody is let in; whoever reads them then finds them here. */
  expect(): void;
  /** The first that were expected and came. */
  known: Promise<Settings>;
  /** Those that were expected, once; otherwise asks. */
  read(signal: AbortSignal): Promise<Settings>;
};

/** `GET settings/config/`, asked at most once ahead for each session; what fails then is asked again. */
export function createSettings(api: Api, token: () => string | null): SettingsSource {
  let ahead: { token: string; answer: Promise<Settings | null> } | null = null;
  let tell = (_: Settings) => {};
  const known = new Promise<Settings>((resolve) => {
    tell = resolve;
  });
  return {
    known,
    expect() {
      const session = token();
      if (session === null || ahead?.token === session) return;
      const { signal } = new AbortController();
      const answer = api.call('settings', { signal });
      ahead = { token: session, answer: answer.catch(() => null) };
      answer.then(tell, () => {});
    },
    async read(signal) {
      const expected = ahead?.token === token() ? ahead : null;
      const answer = await expected?.answer;
      if (expected) expected.answer = Promise.resolve(null);
      return answer ?? api.call('settings', { signal });
    },
  };
}

/**
 * What this installation has switched on. Where the analytics endpoint is to be asked, `expectCube` makes ready for it.
 */
export const readSettings = (
  source: Pick<SettingsSource, 'read'>,
  expectCube: () => void,
): PromiseActorLogic<Settings, void> =>
  fromPromise(async ({ signal }) => {
    const settings = await source.read(signal);
    if (settings.use_cube) expectCube();
    return settings;
  });
