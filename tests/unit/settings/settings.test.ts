import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import type { Filling } from '#contract/settings/schemas.ts';
import { settingsRoutes } from '#server/settings/routes.ts';
import { settings } from '../../support/samples.ts';

it('says how much of the demo is there while its history grows', async () => {
  let filling: Filling | null = { days: 28, of: 400 };
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  settingsRoutes(app, settings, () => filling);
  const read = async () => (await app.inject('/api/settings/config/')).json();
  expect(await read()).toEqual({ ...settings, filling: { days: 28, of: 400 } });
  filling = null;
  expect(await read()).toEqual(settings);
  await app.close();
});
