import { lazyPart } from '../../kit/lazy.tsx';

/** The description as Markdown; as it was typed where that code cannot be loaded. */
export const LazyDescription = lazyPart<{ text: string }>(
  async () => (await import('./Description.tsx')).Description,
  ({ props }) => <p className="offer-raw">{props.text}</p>,
);
