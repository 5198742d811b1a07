import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { placeHeaders } from '#server/geo/edge-headers.ts';
import { variableNames } from '#server/platform/env.ts';
import { projectRoot } from '#server/platform/project-root.ts';
import {
  composeService,
  containerDeployment,
  deployed,
  imageInstructions,
  serviceDeployment,
  unitSettings,
} from '#tests/support/deploy.ts';

const guide = readFileSync(join(projectRoot, 'docs', 'operate.md'), 'utf8');
/** What `npm start` gives the product, and the product itself does not read. */
const ofNode = ['NODE_ENV', 'UV_THREADPOOL_SIZE'];
/** The server gets this long to stop, and is killed afterwards. */
const lastSeconds = 9;

const start = ['--disable-proto=delete', '--unhandled-rejections=strict', '--enable-source-maps'];

it('npm start is what the deploy files repeat', async () => {
  const { nodeEnv, nodeFlags } = await import(join(projectRoot, 'scripts', 'prepare.mjs'));
  expect(nodeFlags).toEqual(start);
  expect(nodeEnv({})).toMatchObject({ UV_THREADPOOL_SIZE: '16' });
});

describe.each([
  ['container', containerDeployment()],
  ['service', serviceDeployment()],
] as const)('the %s', (_, { command, variables, folder }) => {
  it('starts the product like npm start', () => {
    const [program = '', ...rest] = command;
    expect(program.split('/').at(-1)).toBe('node');
    expect(rest).toEqual([...start, 'dist/server/main.js']);
    expect(folder).toMatch(/^\/\w+/);
    expect(variables).toMatchObject({
      NODE_ENV: 'production',
      UV_THREADPOOL_SIZE: '16',
      DEMO: '0',
    });
  });

  it('names no variable that the product does not know', () => {
    for (const name of Object.keys(variables))
      expect([...variableNames, ...ofNode]).toContain(name);
  });
});

describe('the container', () => {
  it('is free of the mistakes that a linter knows', () => {
    expect(validate(deployed('Dockerfile'), {})).toEqual([]);
  });

  it('runs as a person without rights, to whom the data belongs', () => {
    const { user, variables } = containerDeployment();
    const image = imageInstructions();
    const at = (wanted: string) => image.findIndex(({ name }) => name === wanted);
    expect(user).toBe('node');
    expect(at('USER')).toBeLessThan(at('CMD'));
    const folder = image.find(({ name, rest }) => name === 'RUN' && rest.includes('mkdir'))?.rest;
    expect(folder).toContain(`chown node:node ${variables.DATA_DIR}`);
    expect(image.find(({ name }) => name === 'VOLUME')?.rest).toBe(variables.DATA_DIR);
  });

  it('names files that exist', () => {
    const named = [...deployed('Dockerfile').matchAll(/\b(?:scripts|deploy)\/[\w.]+\.mjs/g)];
    expect(named.map(([file]) => file)).toEqual(['scripts/setup.mjs', 'deploy/healthcheck.mjs']);
    for (const [file] of named) expect(existsSync(join(projectRoot, file))).toBe(true);
  });
});

describe('compose', () => {
  it('is free of the mistakes that a linter knows', () => {
    const linter = new DCLinter({
      // The formatter of this repository uses these quotes.
      rules: { 'require-quotes-in-ports': [2, { quoteType: 'double' }] },
      quiet: false,
      debug: false,
      exclude: [],
    });
    const results = linter.lintFiles([join(projectRoot, 'deploy', 'compose.yaml')], false);
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(results).toHaveLength(1);
  });

  it('keeps the data, opens the port to the machine alone, and waits for the end', () => {
    const { variables } = containerDeployment();
    const { ports, volumes, stop_grace_period: patience } = composeService();
    expect(volumes).toEqual([`data:${variables.DATA_DIR}`]);
    expect(ports).toEqual([`127.0.0.1:3000:${variables.PORT}`]);
    expect(Number(/^(\d+)s$/.exec(patience)?.[1])).toBeGreaterThan(lastSeconds);
  });
});

describe('the service', () => {
  it('runs as the person that the guide creates, on the folder that systemd gives them', () => {
    const settings = unitSettings();
    const { user, variables, folder } = serviceDeployment();
    expect(settings.get('Group')).toEqual([user]);
    expect(guide).toMatch(new RegExp(`useradd .* ${user}\n`));
    expect(guide).toContain(`git clone <address of this repository> ${folder}\n`);
    expect(`/var/lib/${settings.get('StateDirectory')?.[0]}`).toBe(variables.DATA_DIR);
    expect(settings.get('EnvironmentFile')?.[0]).toMatch(/^-\//);
    expect(guide).toContain(settings.get('EnvironmentFile')?.[0]?.slice(1));
  });

  it('is given the time to stop, and stops its own children', () => {
    const settings = unitSettings();
    expect(Number(settings.get('TimeoutStopSec')?.[0])).toBeGreaterThan(lastSeconds);
    expect(settings.get('KillMode')).toEqual(['mixed']);
  });
});

describe.each(['Caddyfile', 'nginx.conf'])('the proxy of %s', (name) => {
  const text = deployed(name).toLowerCase();

  it('leads to the product', () => {
    expect(text).toMatch(/(proxy_pass http:\/\/|reverse_proxy )127\.0\.0\.1:3000/);
  });

  it.each(placeHeaders.flat())('removes the %s of visitors', (header) => {
    expect(text).toMatch(
      name === 'Caddyfile'
        ? new RegExp(`header_up -${header}\n`)
        : new RegExp(`proxy_set_header ${header} "";`),
    );
  });
});

describe('the guide for operators', () => {
  const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text).join('\n');

  it('names files that exist', () => {
    const files = commands.match(/(?<![\w/.-])(?:deploy|scripts|server)\/[\w./-]+/g) ?? [];
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(existsSync(join(projectRoot, file))).toBe(true);
  });
});
