import { Search } from 'lucide-react';
import { type TestKind, testKinds } from '#contract/split-tests/definition.ts';
import type { SplitTestsActor } from '#machines/split-tests/split-tests.ts';
import { isNarrow, noFilter, type TestFilter } from '#model/split-test-list.ts';
import { Button } from '../../kit/Button.tsx';
import { MenuSelect } from '../../kit/MenuSelect.tsx';
import { kindWords } from '../common/words.ts';

/** The search and the filter by kind. */
export function TestFilters({ actor, filter }: { actor: SplitTestsActor; filter: TestFilter }) {
  const change = (params: Record<string, string>) => actor.send({ type: 'params.change', params });
  const { find, kind } = filter;
  return (
    <fieldset className="log-filters">
      <legend className="only-read">Filters of the list</legend>
      <label className="log-search">
        <Search size={16} aria-hidden="true" />
        <span className="only-read">Name, hypothesis or note of a test</span>
        <input
          type="search"
          value={find}
          maxLength={80}
          placeholder="Name, hypothesis or note"
          onChange={({ target }) => change({ find: target.value })}
        />
      </label>
      <MenuSelect<TestKind | ''>
        value={kind ?? ''}
        shown={kind === null ? 'Kind' : `Kind: ${kindWords[kind]}`}
        options={[
          { value: '', label: 'Any' },
          ...testKinds.map((value) => ({ value, label: kindWords[value] })),
        ]}
        onChoose={(value) => change({ kind: value })}
      />
      {isNarrow(filter) ? (
        <Button look="quiet" onClick={() => change(noFilter)}>
          Clear filters
        </Button>
      ) : null}
    </fieldset>
  );
}
