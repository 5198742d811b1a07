import { z } from 'zod';

/** The accepted types of a picture; the server checks its content, not its name. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const imageBytes = 2 * 1024 * 1024;
export const imageSide = 4_096;

export const imageParams = z.strictObject({ name: z.string().max(64) });

/**
 * A picture field in a body can only remove the picture. A new picture is the file `image` of a `multipart/form-data`
 * body, in which every other value is text.
 */
export const noImageSchema = z.union([z.null(), z.literal('')]).transform(() => null);
