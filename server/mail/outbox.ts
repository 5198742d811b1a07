import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deliver } from './mailer.ts';

/**
 * Keeps mails in a folder instead of sending them: one text file each, and what an HTML reader would show beside it.
 * Only the owner of the process can read them, for the links in them open accounts.
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

/** Whoever watches the folder sees whole files only. */
async function writeWhole(file: string, content: string): Promise<void> {
  await writeFile(`${file}.part`, content, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
