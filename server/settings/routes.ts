import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Filling, Settings } from '#contract/settings/schemas.ts';
import { servePublic } from '../plugins/serve.ts';

/** What this installation has switched on; the sign-in page asks too. */
export function settingsRoutes(
  app: FastifyInstance,
  settings: Omit<Settings, 'filling'>,
  filling: () => Filling | null,
): void {
  servePublic(app, endpoints.settings, async () => {
    const growing = filling();
    return growing ? { ...settings, filling: growing } : settings;
  });
}
