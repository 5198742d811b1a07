import { fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyPart, type PartUnavailable } from '#views/kit/lazy.tsx';
import { Unavailable, UnavailableOverlay } from '#views/kit/Unavailable.tsx';

type Props = { name: string; isOpen?: boolean };
const Loaded = ({ name }: Props) => <p>Here is {name}.</p>;

/** A part whose code loads at some of its attempts. */
function partOf(
  comes: readonly boolean[],
  Missing: PartUnavailable<Props> = Unavailable,
  until: () => Promise<void> = () => Promise.resolve(),
) {
  let count = 0;
  const Part = lazyPart<Props>(async () => {
    count += 1;
    await until();
    if (!comes[count - 1]) throw new TypeError('Failed to fetch dynamically imported module.');
    return Loaded;
  }, Missing);
  const page = (isOpen: boolean) => (
    <>
      <p>the page</p>
      <Suspense fallback={<p>waiting</p>}>{isOpen ? <Part name="Ann" /> : null}</Suspense>
    </>
  );
  return { Part, page, requestCount: () => count };
}

it('a part loads once, when it is first rendered', async () => {
  const { page, requestCount } = partOf([true]);
  const { rerender } = render(page(false));
  expect(requestCount()).toBe(0);
  rerender(page(true));
  expect(screen.getByText('waiting')).toBeDefined();
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  expect(requestCount()).toBe(1);
});

it('a part that fails to load leaves the page as it is, and loads on retry', async () => {
  let answer = () => {};
  const until = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  const { page, requestCount } = partOf([false, false, true], Unavailable, until);
  render(page(true));
  const retry = async () => {
    answer();
    fireEvent.click(await screen.findByRole('button', { name: 'Retry loading this part' }));
  };
  await retry();
  expect(await screen.findByText('waiting')).toBeDefined();
  await retry();
  answer();
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('the page')).toBeDefined();
  expect(requestCount()).toBe(3);
});

it('a part that failed to load is loaded again when it is opened', async () => {
  const { page, requestCount } = partOf([false, true]);
  const { rerender } = render(page(true));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  expect(requestCount()).toBe(2);
});

it('a list that stays rendered when it is closed loads on every opening until it succeeds, once', async () => {
  const closed: string[] = [];
  const { Part, requestCount } = partOf([false, false, true], ({ props, onRetry }) => (
    <UnavailableOverlay
      isOpen={props.isOpen ?? false}
      onRetry={onRetry}
      onClose={() => closed.push(props.name)}
    />
  ));
  const page = (isOpen: boolean) => (
    <Suspense fallback={<p>waiting</p>}>
      <Part name="Ann" isOpen={isOpen} />
    </Suspense>
  );
  const { rerender } = render(page(true));
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(closed).toEqual(['Ann']);
  rerender(page(false));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(requestCount()).toBe(1);
  rerender(page(true));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  rerender(page(true));
  expect(requestCount()).toBe(2);
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  expect(requestCount()).toBe(3);
});
