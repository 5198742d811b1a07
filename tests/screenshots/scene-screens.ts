import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { build, preview } from 'vite';
import type { CapturedScreen } from './shots.ts';

/** The functions that the page of the scenes offers to the screenshots. */
export type ScenePlayer = {
  scenes(): string[];
  /** Reads a scene; returns each state value that its generated paths reach. */
  open(scene: string): Promise<string[]>;
  /** Replays the shortest path to a state. */
  show(state: string): Promise<void>;
};

type PlayerWindow = { scenePlayer: ScenePlayer };

/** Some screens show the address of the app: it is the same in every run. */
const port = Number(process.env.SCREENS_PORT ?? 4179);

const root = resolve(import.meta.dirname, '../..');

/** Builds the app, and the page that replays the scenes of the view tests, and serves both. */
export async function serve(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = join(folder, 'scene-player');
  await build({
    root,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      rollupOptions: {
        input: [join(root, 'index.html'), join(import.meta.dirname, 'scene-player.html')],
      },
    },
  });
  const server = await preview({
    root,
    // The product's server, which is usually behind Vite, is not needed here.
    configFile: false,
    logLevel: 'warn',
    build: { outDir },
    preview: { port, strictPort: true },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error('The server of the scenes has no address.');
  return { url: new URL(url).origin, close: () => server.close() };
}

/** Every scene, in every state value that its machine has. */
export function sceneScreens(url: string, scenes: readonly string[]): CapturedScreen[] {
  return scenes.map((scene) => ({
    screen: scene,
    open: async (page) => {
      await page.goto(`${url}/tests/screenshots/scene-player.html`);
      return page.evaluate(
        (name) => (window as unknown as PlayerWindow).scenePlayer.open(name),
        scene,
      );
    },
    show: (page, state) =>
      page.evaluate((value) => (window as unknown as PlayerWindow).scenePlayer.show(value), state),
  }));
}

export async function scenesOn(page: Page, url: string): Promise<string[]> {
  await page.goto(`${url}/tests/screenshots/scene-player.html`);
  return page.evaluate(() => (window as unknown as PlayerWindow).scenePlayer.scenes());
}
