import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, injectedListener } from '../kit/injected.ts';

/** A file as the browser hands it over; only services look inside. */
export type ImageFile = { readonly name: string; readonly size: number; readonly type: string };
/** A file that may be sent, and how it looks. */
export type CheckedImage = { file: ImageFile; preview: string };
export type UploadReport =
  | { type: 'upload.progressed'; share: number }
  | { type: 'upload.done'; image: string | null }
  | { type: 'upload.failed'; problem: Problem };

type Input = {
  /** The id of the project or the person that it stands for. */
  subject: number;
};
type Context = Input & {
  /** What is stored now. */
  image: string | null;
  checked: CheckedImage | null;
  /** How much has been sent, from 0 to 1. */
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
 * A picture of a company or a person: chosen, looked at, sent.
 *
 * A file is read before it is sent, so that a wrong one is named at once and costs no upload. How far an upload has
 * come is data; that it runs is a state, and leaving it ends the request.
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
    checkFile: injected<CheckedImage, { file: ImageFile }>('checkFile'),
    upload: injectedListener<UploadReport, Input & { file: ImageFile }>('upload'),
  },
  actions: {
    keepChecked: assign({
      checked: (_, params: { checked: CheckedImage }) => params.checked,
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
  description: 'A picture of a company or a person: chosen, looked at, sent.',
  context: ({ input }) => ({ ...input, image: null, checked: null, share: 0, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The picture is on its way.',
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
      description: 'What is in use is shown; another one can be chosen.',
      exit: 'clearProblem',
      on: { 'file.choose': 'checking', 'image.remove': 'removing' },
    },
    removing: {
      description: 'The picture is being removed.',
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
      description: 'The chosen file is being looked at.',
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
      description: 'The file is no picture that can be used, and why.',
      tags: 'failed',
      on: { 'file.choose': 'checking' },
    },
    chosen: {
      description: 'The picture is shown as it will look; nothing is sent yet.',
      on: {
        'upload.start': 'uploading',
        'file.choose': 'checking',
        'file.discard': { target: 'choosing', actions: 'forgetChecked' },
      },
    },
    uploading: {
      description: 'The file is being sent.',
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
      description: 'The new picture is in use.',
      on: { 'file.choose': 'checking', 'image.remove': 'removing' },
    },
    failed: {
      description: 'The picture was not stored; it is still here to be sent again.',
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
