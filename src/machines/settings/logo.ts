import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, injectedListener } from '../kit/injected.ts';

/** A file from the browser; only services read its content. */
export type ImageFile = { readonly name: string; readonly size: number; readonly type: string };
/** A file that can be uploaded, and its preview. */
export type ImagePreview = { file: ImageFile; preview: string };
export type UploadReport =
  | { type: 'upload.progressed'; share: number }
  | { type: 'upload.done'; image: string | null }
  | { type: 'upload.failed'; problem: Problem };

type Input = {
  /** The id of the project or the user. */
  subject: number;
};
type Context = Input & {
  /** The stored image. */
  image: string | null;
  checked: ImagePreview | null;
  /** The uploaded share, from 0 to 1. */
  share: number;
  problem: Problem | null;
};
type Event =
  | UploadReport
  | { type: 'file.choose'; file: ImageFile }
  | { type: 'file.discard' }
  | { type: 'upload.start' }
  | { type: 'upload.cancel' }
  | { type: 'image.remove' };

/**
 * A file is checked before its upload, so that an unusable one is reported at once. The upload's progress is data; that
 * it runs is a state, and leaving it aborts the request.
 */
export const logoMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed';
    children: {
      readImage: 'readImage';
      checkFile: 'checkFile';
      upload: 'upload';
      removeImage: 'removeImage';
    };
  },
  actors: {
    readImage: injected<string | null, Input>('readImage'),
    removeImage: injected<void, Input>('removeImage'),
    checkFile: injected<ImagePreview, { file: ImageFile }>('checkFile'),
    upload: injectedListener<UploadReport, Input & { file: ImageFile }>('upload'),
  },
  actions: {
    keepChecked: assign({
      checked: (_, params: { checked: ImagePreview }) => params.checked,
      problem: null,
    }),
    forgetChecked: assign({ checked: null, problem: null }),
    keepShare: assign({ share: (_, params: { share: number }) => params.share }),
    clearShare: assign({ share: 0, problem: null }),
    keepImage: assign({
      image: (_, params: { image: string | null }) => params.image,
      checked: null,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    announce: () => {},
  },
}).createMachine({
  id: 'logo',
  description: 'The image of a company or a user: chosen, checked, uploaded.',
  context: ({ input }) => ({ ...input, image: null, checked: null, share: 0, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The image is loading.',
      tags: 'busy',
      invoke: {
        id: 'readImage',
        src: 'readImage',
        input: ({ context }) => ({ subject: context.subject }),
        onDone: {
          target: 'choosing',
          actions: { type: 'keepImage', params: ({ event }) => ({ image: event.output }) },
        },
        onError: {
          target: 'choosing',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    choosing: {
      description: 'The current image is shown; another one can be chosen.',
      exit: 'clearProblem',
      on: { 'file.choose': 'checking', 'image.remove': 'removing' },
    },
    removing: {
      description: 'The image is being removed.',
      tags: 'busy',
      invoke: {
        id: 'removeImage',
        src: 'removeImage',
        input: ({ context }) => ({ subject: context.subject }),
        onDone: {
          target: 'choosing',
          actions: [{ type: 'keepImage', params: { image: null } }, 'announce'],
        },
        onError: {
          target: 'choosing',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    checking: {
      description: 'The chosen file is being checked.',
      tags: 'busy',
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ event }) => ({ file: fileOf(event) }),
        onDone: {
          target: 'chosen',
          actions: { type: 'keepChecked', params: ({ event }) => ({ checked: event.output }) },
        },
        onError: {
          target: 'invalidFile',
          actions: [
            'forgetChecked',
            { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
    },
    invalidFile: {
      description: 'The file cannot be used, and the page says why.',
      tags: 'failed',
      on: { 'file.choose': 'checking' },
    },
    chosen: {
      description: 'The preview is shown; nothing is uploaded yet.',
      on: {
        'upload.start': 'uploading',
        'file.choose': 'checking',
        'file.discard': { target: 'choosing', actions: 'forgetChecked' },
      },
    },
    uploading: {
      description: 'The file is being uploaded.',
      tags: 'busy',
      entry: 'clearShare',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => ({ subject: context.subject, file: chosenOf(context) }),
      },
      on: {
        'upload.progressed': {
          actions: { type: 'keepShare', params: ({ event }) => ({ share: event.share }) },
        },
        'upload.done': {
          target: 'saved',
          actions: [
            { type: 'keepImage', params: ({ event }) => ({ image: event.image }) },
            'announce',
          ],
        },
        'upload.failed': {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.problem }) },
        },
        'upload.cancel': 'chosen',
      },
    },
    saved: {
      description: 'The new image is in use.',
      on: { 'file.choose': 'checking', 'image.remove': 'removing' },
    },
    failed: {
      description: 'The image was not saved; it can be uploaded again.',
      tags: 'failed',
      on: {
        'upload.start': 'uploading',
        'file.choose': 'checking',
        'file.discard': { target: 'choosing', actions: 'forgetChecked' },
      },
    },
  },
});

export type LogoActor = ActorRefFrom<typeof logoMachine>;
export type LogoSnapshot = SnapshotFrom<typeof logoMachine>;

function fileOf(event: Event | { type: `xstate.${string}` }): ImageFile {
  if (event.type === 'file.choose') return event.file;
  throw new Error(`"${event.type}" carries no file.`);
}

function chosenOf({ checked }: Context): ImageFile {
  if (checked) return checked.file;
  throw new Error('A picture was sent that was not chosen.');
}
