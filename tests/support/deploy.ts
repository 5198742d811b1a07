import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '#server/platform/project-root.ts';

export const deployed = (name: string): string =>
  readFileSync(join(projectRoot, 'deploy', name), 'utf8');

/** How a deploy file starts the product. */
export type Deployment = {
  command: string[];
  variables: Record<string, string>;
  user: string;
  /** The folder in which it starts. */
  folder: string;
};

const joined = (text: string): string[] =>
  text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));

/** The instructions of the last stage, in order. */
export function imageInstructions(): { name: string; rest: string }[] {
  const all = joined(deployed('Dockerfile')).map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return { name, rest };
  });
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
}

const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')));
const pairsIn = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text) => text.split(/=(.*)/s, 2)));

type Service = {
  environment: Record<string, string>;
  ports: string[];
  volumes: string[];
  stop_grace_period: string;
};

export const composeService = (): Service => parse(deployed('compose.yaml')).services.clickledger;

/** `${NAME:-usual}` as it is without NAME. */
const usual = (text: string): string => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

/** The container as compose starts it. */
export function containerDeployment(): Deployment & { health: string[] } {
  const image = imageInstructions();
  const last = (wanted: string) => image.findLast(({ name }) => name === wanted)?.rest ?? '';
  const given = Object.entries(composeService().environment).map(([name, text]) => [
    name,
    usual(text),
  ]);
  return {
    command: listIn(last('CMD')),
    health: listIn(last('HEALTHCHECK')),
    variables: { ...pairsIn(last('ENV').split(/\s+/)), ...Object.fromEntries(given) },
    user: last('USER'),
    folder: last('WORKDIR'),
  };
}

/** The settings of the systemd unit; a name that stands there several times has several values. */
export function unitSettings(): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const line of joined(deployed('clickledger.service'))) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings.set(name, [...(settings.get(name) ?? []), value ?? '']);
  }
  return settings;
}

export function serviceDeployment(): Deployment {
  const settings = unitSettings();
  const one = (name: string) => settings.get(name)?.at(-1) ?? '';
  return {
    command: one('ExecStart').split(' '),
    variables: pairsIn(settings.get('Environment') ?? []),
    user: one('User'),
    folder: one('WorkingDirectory'),
  };
}
