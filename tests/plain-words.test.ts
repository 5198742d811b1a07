import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Words that only their author understands, each with the term of the field that is used instead. */
const replaced: Record<string, string> = {
  soon: 'lazy',
  lack: 'empty reason',
  kept: 'stored',
  reach: 'reachability',
  blank: 'first visit',
  stand: 'panel state',
  standing: 'state',
  opens: 'figure button',
  walked: 'arrow target',
  said: 'notice',
  ticks: 'checkbox group',
  trouble: 'error notice',
  troubles: 'error notices',
  nouns: 'modules',
  alone: 'project lock',
  apart: 'bisect',
  beside: 'align buckets',
  halves: 'sides',
  door: 'HTTP limits',
  told: 'query fields',
  tally: 'counters',
  variety: 'cardinality',
  heard: 'on …',
  hear: 'subscribe',
  tell: 'notify',
  asked: 'request',
  asker: 'query runner',
  inquired: 'query result',
  inquiry: 'query runner',
  story: 'conversion detail',
  roster: 'collection',
  returning: 'undo queue',
  entrance: 'auth',
  arrivals: 'first event',
  filling: 'demo backfill',
  narrowing: 'filters',
  pinned: 'permalink',
  opening: 'view state',
  whoever: 'a noun',
  somebody: 'a noun',
  nobody: 'a noun',
  stage: 'fixture',
  cast: 'users',
  playground: 'seeded product',
  sitter: 'screen',
  strangers: 'user enumeration',
};

const folders = ['contract', 'src', 'server', 'pixel', 'bench', 'scripts', 'tests'];
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  .filter((file) => file !== 'tests/plain-words.test.ts');

/** `createReach` and `log-rules` as the words that they are made of. */
const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const exported =
  /^export (?:async )?(?:function|const|let|type|class|interface) (\w+)|^export \{([^}]*)\}/gm;

function namesIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(exported)].flatMap(([, one, list]) =>
    one
      ? [one]
      : (list ?? '').split(',').map(
          (part) =>
            part
              .trim()
              .split(/\s+as\s+/)
              .at(-1) ?? '',
        ),
  );
}

function riddles(file: string, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    wordsIn(name)
      .filter((word) => Object.hasOwn(replaced, word))
      .map((word) => `${file}: ${name}, “${word}” is ${replaced[word]} here`),
  );
}

describe('names', () => {
  it('are words of the field in every file name', () => {
    expect(files.flatMap((file) => riddles(file, [basename(file)]))).toEqual([]);
  });

  it('are words of the field in everything that a file exports', () => {
    expect(files.flatMap((file) => riddles(file, namesIn(file)))).toEqual([]);
  });

  it('do not use “rules” for anything but a rule of the product', () => {
    const taken = files.filter((file) => /-rules\.tsx?$/.test(file));
    expect(taken).toEqual([]);
  });
});

describe('comments', () => {
  it('fit into 120 columns', () => {
    const long = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.length > 120 && /^\s*(\/\/|\/\*|\* )/.test(line) ? [`${file}:${index + 1}`] : [],
        ),
    );
    expect(long).toEqual([]);
  });
});
