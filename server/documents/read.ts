import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentName } from '#contract/documents/schemas.ts';
import { isCode } from '../platform/processes.ts';
import { projectRoot } from '../platform/project-root.ts';

const shipped = join(projectRoot, 'docs', 'documents');

/** The operator's own text if there is one, read each time because it may be replaced while the server runs. */
export async function readDocument(name: DocumentName, own: string | null): Promise<string> {
  const file = `${name}.md`;
  const written = own === null ? null : await readIfThere(join(own, file));
  return written ?? readFile(join(shipped, file), 'utf8');
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}
