import { z } from 'zod';

/** What a picture of a person or of a company may be; the server looks at its content, not at its name. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const imageBytes = 2 * 1024 * 1024;
export const imageSide = 4_096;

export const imageParams = z.strictObject({ name: z.string().max(64) });

/**
 * What a body says of a picture: to take it away. A new one travels as the file `image` of a `multipart/form-data`
 * body, where every other value is text.
 */
export const noImageSchema = z.union([z.null(), z.literal('')]).transform(() => null);
