import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import type { DemoBackfill } from '#contract/installation/schemas.ts';
import { settingsRoutes } from '#server/installation/routes.ts';
import { settings } from '../../support/samples.ts';

it('contain what changes: whether people may sign up, and the progress of the demo while its history grows', async () => {
  let filling: DemoBackfill | null = { days: 28, of: 400 };
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  let isOpen = true;
  settingsRoutes(
    app,
    settings,
    async () => isOpen,
    () => filling,
  );
  const read = async () => (await app.inject('/api/settings/config/')).json();
  expect(await read()).toEqual({ ...settings, filling: { days: 28, of: 400 } });
  filling = null;
  expect(await read()).toEqual(settings);
  isOpen = false;
  expect((await read()).features).toEqual({ ...settings.features, sign_up: false });
  await app.close();
});
