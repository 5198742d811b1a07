import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const pressed = /\.(js|css|svg)$/;
/** Smaller files fit into one packet and are not compressed, in bytes. */
const least = 1_024;

const forms = [
  ['.br', promisify(brotliCompress), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }],
  ['.gz', promisify(gzip), { level: 9 }],
] as const;

/** Writes a compressed copy of every text file, for each supported encoding. */
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

/** Compresses the assets at build time, since they never change. */
export function compressAssets(): Plugin {
  let assets = '';
  let isWeighed = false;
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      assets = resolve(root, build.outDir, build.assetsDir);
      isWeighed = Boolean(build.manifest);
    },
    // A build with a manifest is only measured, never served.
    writeBundle: () => (isWeighed ? undefined : press(assets)),
  };
}
