import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Connection, orm } from '../database/orm.ts';
import { images } from '../database/schema/images.ts';

const folder = '/api/v1/images/';

/** Stores a clean picture in place of the old one, or none; answers its path. */
export async function replaceImage(
  connection: Connection,
  old: string | null,
  clean: Buffer | null,
): Promise<string | null> {
  if (old)
    await orm(connection)
      .delete(images)
      .where(eq(images.name, nameIn(old)));
  if (!clean) return null;
  const name = randomBytes(16).toString('base64url');
  await orm(connection).insert(images).values({ name, bytes: clean });
  return `${folder}${name}/`;
}

export async function readImage(connection: Connection, name: string): Promise<Buffer | null> {
  const [image] = await orm(connection).select().from(images).where(eq(images.name, name));
  return image?.bytes ?? null;
}

const nameIn = (path: string): string => path.slice(folder.length).replace(/\/$/, '');
