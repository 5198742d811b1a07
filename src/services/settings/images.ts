import { type AnyEventObject, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate';
import { endpoints } from '#contract/endpoints.ts';
import { imageBytes, imageSide, imageTypes } from '#contract/images/schemas.ts';
import { defaultMessage, type Problem, problemFrom, problemOf } from '#contract/problem.ts';
import type { Api } from '../kit/api.ts';

type ImageFile = { readonly name: string; readonly size: number; readonly type: string };
type Of = { subject: number };
type Report =
  | { type: 'upload.progressed'; share: number }
  | { type: 'upload.done'; image: string | null }
  | { type: 'upload.failed'; problem: Problem };

/** The endpoint that changes the image: of a project or of a user. */
type Owner = 'changeProject' | 'changeUser';

const invalidImage = (message: string): Problem => ({ kind: 'invalid', message });

/** Reads a file into a preview, or rejects with the reason why it cannot be used. */
export const checkImage = (
  window: Window & typeof globalThis,
): PromiseActorLogic<{ file: ImageFile; preview: string }, { file: ImageFile }> =>
  fromPromise(async ({ input: { file } }) => {
    if (!imageTypes.some((type) => type === file.type)) {
      throw invalidImage('Choose a PNG, JPEG or WebP picture.');
    }
    if (file.size === 0) throw invalidImage('The file is empty.');
    if (file.size > imageBytes) {
      throw invalidImage(`The file is larger than ${imageBytes / 1024 / 1024} MB.`);
    }
    const preview = await readAsDataUrl(window, file);
    const { width, height } = await sizeOf(window, preview);
    if (Math.max(width, height) > imageSide) {
      throw invalidImage(`One side of the picture is longer than ${imageSide} pixels.`);
    }
    return { file, preview };
  });

function readAsDataUrl(window: Window & typeof globalThis, file: ImageFile): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new window.FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(invalidImage('The file could not be read.'));
    if (file instanceof window.Blob) reader.readAsDataURL(file);
    else reject(invalidImage('The file could not be read.'));
  });
}

function sizeOf(
  window: Window & typeof globalThis,
  address: string,
): Promise<{ width: number; height: number }> {
  return new Promise((resolve, reject) => {
    const image = new window.Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(invalidImage('The file is not a picture that can be shown.'));
    image.src = address;
  });
}

/**
 * `PATCH` with a form, whose content type the browser sets itself. `XMLHttpRequest` is used because only it reports
 * upload progress.
 */
export const uploadImage = (
  window: Window & typeof globalThis,
  { baseUrl, token }: { baseUrl: string; token: () => string | null },
  owner: Owner,
) =>
  fromCallback<AnyEventObject, Of & { file: ImageFile }, Report>(({ sendBack, input }) => {
    const request = new window.XMLHttpRequest();
    const fail = (problem: Problem) => sendBack({ type: 'upload.failed', problem });
    request.upload.onprogress = ({ loaded, total }) =>
      sendBack({ type: 'upload.progressed', share: total > 0 ? loaded / total : 0 });
    request.onerror = () => fail({ kind: 'offline', message: defaultMessage('offline') });
    request.onload = () => {
      if (request.status >= 300) return fail(problemOf(request.status, request.responseText));
      const { success, data } = endpoints[owner].answer.safeParse(parseJson(request.responseText));
      if (success) sendBack({ type: 'upload.done', image: data.image });
      else fail(problemFrom(null));
    };
    const { method, path } = endpoints[owner];
    request.open(method, `${baseUrl}${path.replace(':id', String(input.subject))}`);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Authorization', `Token ${token() ?? ''}`);
    const form = new window.FormData();
    if (input.file instanceof window.Blob) form.append('image', input.file, input.file.name);
    request.send(form);
    return () => request.abort();
  });

/** The stored image: `GET projects/{id}/`, or `POST auth/check/` for the user. */
export const readImage = (api: Api, owner: Owner): PromiseActorLogic<string | null, Of> =>
  fromPromise(async ({ input: { subject: id }, signal }) => {
    const { image } =
      owner === 'changeProject'
        ? await api.call('readProject', { params: { id }, signal })
        : await api.call('checkSession', { body: {}, signal });
    return image;
  });

/** `PATCH` with a null image. */
export const removeImage = (api: Api, owner: Owner): PromiseActorLogic<void, Of> =>
  fromPromise(async ({ input: { subject: id }, signal }) => {
    await api.call(owner, { params: { id }, body: { image: null }, signal });
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
