import { LRUCache } from 'lru-cache';
import type { ProjectEditions } from './project-editions.ts';

/** The answers of statements, kept until something of their projects is stored. */
export type AnswerCache<Answer extends object> = {
  /** The kept answer of a statement with its parameters, which contain its access filter. */
  read(statement: string): Answer | undefined;
  /**
   * Called when a statement begins with all projects that it reads; the result keeps the answer, unless something of
   * these projects was stored in between.
   */
  beginReading(
    statement: string,
    projects: readonly number[],
  ): (answer: Answer, bytes: number) => void;
};

export type AnswerLimits = {
  editions: ProjectEditions;
  /** How long an answer is kept at most, in milliseconds: other processes may store events that no edition tells. */
  longest: number;
  /** The memory for all answers; an answer of more than an eighth of it is not kept. */
  bytes?: number;
  now?: () => number;
};

const usualBytes = 64 * 1024 * 1024;
/** What an entry takes beside its texts. */
const entryBytes = 512;

export function createAnswerCache<Answer extends object>({
  editions,
  longest,
  bytes: maxSize = usualBytes,
  now = () => performance.now(),
}: AnswerLimits): AnswerCache<Answer> {
  type Kept = {
    answer: Answer;
    bytes: number;
    projects: readonly number[];
    edition: string;
    until: number;
  };
  const kept = new LRUCache<string, Kept>({
    maxSize,
    maxEntrySize: maxSize / 8,
    sizeCalculation: ({ bytes }, statement) => bytes + statement.length + entryBytes,
  });
  return {
    read(statement) {
      const found = kept.get(statement);
      if (!found) return undefined;
      if (now() < found.until && editions.of(found.projects) === found.edition) return found.answer;
      kept.delete(statement);
      return undefined;
    },
    beginReading(statement, projects) {
      const edition = editions.of(projects);
      const until = now() + longest;
      return (answer, bytes) => {
        if (editions.of(projects) !== edition) return;
        kept.set(statement, { answer, bytes, projects, edition, until });
      };
    },
  };
}
