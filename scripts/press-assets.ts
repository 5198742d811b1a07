import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const pressed = /\.(js|css|svg)$/;
/** What fits into one packet anyway is not worth a second file, in bytes. */
const least = 1_024;

const forms = [
  ['.br', promisify(brotliCompress), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }],
  ['.gz', promisify(gzip), { level: 9 }],
] as const;

/** Writes a smaller twin of every text beside it, for each way that browsers can unpack. */
export async function press(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => pressed.test(name));
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      if (content.length < least) return;
      for (const [ending, compress, options] of forms) {
        await writeFile(join(folder, name + ending), await compress(content, options));
      }
    }),
  );
}

/** Assets travel compressed: what never changes is compressed once, when it is built. */
export function pressAssets(): Plugin {
  let assets = '';
  let isWeighed = false;
  return {
    name: 'press-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      assets = resolve(root, build.outDir, build.assetsDir);
      isWeighed = Boolean(build.manifest);
    },
    // With a list of its files it is made to be weighed, and nobody fetches it.
    writeBundle: () => (isWeighed ? undefined : press(assets)),
  };
}
