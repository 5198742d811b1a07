import { fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyPart, type PartUnavailable } from '#views/kit/lazy.tsx';
import { Unavailable, UnavailableOverlay } from '#views/kit/Unavailable.tsx';

type Props = { name: string; isOpen?: boolean };
const Loaded = ({ name }: Props) => <p>Here is {name}.</p>;

/** A part whose code comes at some of the times that it is asked for. */
function partOf(comes: readonly boolean[], Missing: PartUnavailable<Props> = Unavailable) {
  let asked = 0;
  const Part = lazyPart<Props>(async () => {
    asked += 1;
    if (!comes[asked - 1]) throw new TypeError('Failed to fetch dynamically imported module.');
    return Loaded;
  }, Missing);
  const page = (isOpen: boolean) => (
    <>
      <p>the page</p>
      <Suspense fallback={<p>waiting</p>}>{isOpen ? <Part name="Ann" /> : null}</Suspense>
    </>
  );
  return { Part, page, asked: () => asked };
}

it('a part comes once, when it is first drawn', async () => {
  const { page, asked } = partOf([true]);
  const { rerender } = render(page(false));
  expect(asked()).toBe(0);
  rerender(page(true));
  expect(screen.getByText('waiting')).toBeDefined();
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  expect(asked()).toBe(1);
});

it('a part that does not come leaves the page as it is, and comes when asked for again', async () => {
  const { page, asked } = partOf([false, false, true]);
  render(page(true));
  const retry = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Retry loading this part' }));
  await retry();
  expect(await screen.findByText('waiting')).toBeDefined();
  await retry();
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('the page')).toBeDefined();
  expect(asked()).toBe(3);
});

it('a part that did not come is asked for when it is opened anew', async () => {
  const { page, asked } = partOf([false, true]);
  const { rerender } = render(page(true));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  expect(asked()).toBe(2);
});

it('a list that stays drawn when it is closed is asked for whenever it is opened, once', async () => {
  const closed: string[] = [];
  const { Part, asked } = partOf([false, false, true], ({ props, onRetry }) => (
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
  expect(asked()).toBe(1);
  rerender(page(true));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  rerender(page(true));
  expect(asked()).toBe(2);
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here is Ann.')).toBeDefined();
  expect(asked()).toBe(3);
});
