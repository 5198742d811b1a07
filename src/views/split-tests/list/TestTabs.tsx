import { useSearch } from 'wouter';
import { type TestLine, type TestTab, testTabs } from '#contract/split-tests/schemas.ts';
import { isOfTab } from '#model/split-test-list.ts';
import { splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count } from '../../kit/format.ts';

const names: Record<TestTab, string> = {
  running: 'Running',
  drafts: 'Drafts',
  finished: 'Finished',
  learnings: 'Learnings',
};

/** The tabs with the number of tests in each; they keep the filters. */
export function TestTabs({ tests, tab }: { tests: readonly TestLine[]; tab: TestTab }) {
  const search = useSearch();
  return (
    <nav className="split-tabs segments" aria-label="Tests by state">
      {testTabs.map((name) => (
        <AppLink
          key={name}
          to={`${splitTestPaths.list}${search ? `?${search}` : ''}#${name}`}
          className="segment"
          data-active={name === tab || undefined}
          aria-current={name === tab ? 'page' : undefined}
        >
          {names[name]}
          <span className="split-tab-count">
            {count(tests.filter((test) => isOfTab(test, name)).length)}
          </span>
        </AppLink>
      ))}
    </nav>
  );
}
