import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentRoutes } from '#server/documents/routes.ts';
import { projectRoot } from '#server/platform/project-root.ts';
import { appOf } from '#tests/support/app.ts';

let app: FastifyInstance;
let own: string;

beforeAll(async () => {
  own = await mkdtemp(join(tmpdir(), 'clickledger-documents-'));
  app = await appOf([(app) => documentRoutes(app, { own })]);
});
afterAll(async () => {
  await app?.close();
  await rm(own, { recursive: true, force: true });
});

const read = (name: string) => app.inject({ url: `/api/v1/documents/${name}/` });

describe('documents', () => {
  it.each(['policy', 'terms'])('answer %s as it is shipped', async (name) => {
    const shipped = await readFile(join(projectRoot, 'docs', 'documents', `${name}.md`), 'utf8');
    const answer = await read(name);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ name, text: shipped });
  });

  it("answer the operator's text instead, from the next request on", async () => {
    await writeFile(join(own, 'terms.md'), '# Our terms');
    expect((await read('terms')).json()).toEqual({ name: 'terms', text: '# Our terms' });
    await rm(join(own, 'terms.md'));
    expect((await read('terms')).json().text).toMatch(/^# Terms of use/);
  });

  it.each([
    'imprint',
    'policy.md',
    '..%2F..%2Fpackage',
    '%2Fetc%2Fpasswd',
    'constructor',
    'POLICY',
  ])('are missing for an unknown name: %s', async (name) => {
    await writeFile(join(own, 'imprint.md'), 'Not asked for.');
    const answer = await read(name);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ detail: 'Not found.' });
  });
});
