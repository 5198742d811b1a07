import { describe, expect, it } from 'vitest';
import { createEventStreamParser } from '#services/kit/event-stream.ts';

const output = 'data: {"a":"ü"}\nid: 1.1.1\n\n: beat\nid: 2.1.1\n\ndata: one\r\ndata: two\r\n\r\n';
const received = [
  { id: '1.1.1', data: '{"a":"ü"}' },
  { id: '2.1.1', data: '' },
  { id: null, data: 'one\ntwo' },
];

describe('server-sent events', () => {
  it.each([1, 2, 3, 7, 1_000])('are the same in chunks of %i bytes', (size) => {
    const messages: unknown[] = [];
    const reader = createEventStreamParser((message) => messages.push(message));
    const bytes = new TextEncoder().encode(output);
    for (let from = 0; from < bytes.length; from += size) {
      reader.take(bytes.slice(from, from + size));
    }
    expect(messages).toEqual(received);
  });
});
