import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { DemoBackfill, Settings } from '#contract/installation/schemas.ts';
import { servePublic } from '../plugins/serve.ts';

/** What stays the same while the server runs. */
type LastingSettings = Omit<Settings, 'filling' | 'features'> & {
  features: Omit<Settings['features'], 'sign_up'>;
};

/** The features of this installation; public for the sign-in page. */
export function settingsRoutes(
  app: FastifyInstance,
  { features, ...settings }: LastingSettings,
  isSignUpOpen: () => Promise<boolean>,
  filling: () => DemoBackfill | null,
): void {
  servePublic(app, endpoints.settings, async () => {
    const present = { ...settings, features: { ...features, sign_up: await isSignUpOpen() } };
    const growing = filling();
    return growing ? { ...present, filling: growing } : present;
  });
}
