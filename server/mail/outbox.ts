import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deliver } from './mailer.ts';

/**
 * Stores mails in a folder instead of sending them: a text file each, and the HTML beside it. Only the owner of the
 * process can read them, because their links open accounts.
 */
export function outboxIn(folder: string, now: () => Date): Deliver {
  return async ({ to, subject, text, html }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const time = now().toISOString().replaceAll(/[:.]/g, '-');
    const name = join(folder, `${time}-${randomBytes(4).toString('hex')}`);
    await writeWhole(`${name}.html`, html);
    await writeWhole(`${name}.txt`, `To: ${to}\nSubject: ${subject}\n\n${text}`);
  };
}

/** Readers of the folder see complete files only. */
async function writeWhole(file: string, content: string): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
