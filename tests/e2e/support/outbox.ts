import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The link in the last mail to an address, once it has arrived. */
export async function linkMailedTo(address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        link = (await mailsTo(address)).at(-1)?.match(/https?:\/\/\S+/)?.[0];
        return link;
      },
      { message: `a mail to ${address}` },
    )
    .toBeTruthy();
  return link ?? '';
}

async function mailsTo(address: string): Promise<string[]> {
  const folder = process.env.E2E_OUTBOX;
  if (!folder) throw new Error('The server of the browser tests was not started.');
  const names = await readdir(folder).catch(() => []);
  const texts = names.filter((name) => name.endsWith('.txt')).sort();
  const mails = await Promise.all(texts.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.startsWith(`To: ${address}\n`));
}
