import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { DemoBackfill, Settings } from '#contract/installation/schemas.ts';
import { servePublic } from '../plugins/serve.ts';

/** The features of this installation; public for the sign-in page. */
export function settingsRoutes(
  app: FastifyInstance,
  settings: Omit<Settings, 'filling'>,
  filling: () => DemoBackfill | null,
): void {
  servePublic(app, endpoints.settings, async () => {
    const growing = filling();
    return growing ? { ...settings, filling: growing } : settings;
  });
}
