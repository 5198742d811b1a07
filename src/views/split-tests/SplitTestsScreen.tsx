import { useSelector } from '@xstate/react';
import type { SplitTestsActor } from '#machines/split-tests/split-tests.ts';
import { TestList } from './list/TestList.tsx';
import './split-tests.css';

/** The split tests of a project. */
export function SplitTestsScreen({ actor }: { actor: SplitTestsActor }) {
  const list = useSelector(actor, ({ children }) => children.list);
  return list ? <TestList actor={actor} list={list} /> : null;
}
