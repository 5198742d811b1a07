type Message = {
  /** Null where the message names none. */
  id: string | null;
  data: string;
};

/** Reads server-sent events out of the bytes of an answer, wherever these are cut. */
export function createEventReader(hear: (message: Message) => void) {
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | null = null;
  let data: string[] = [];

  function line(text: string) {
    if (text === '') {
      if (id !== null || data.length > 0) hear({ id, data: data.join('\n') });
      id = null;
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }

  return {
    take(bytes: Uint8Array) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const text of lines) line(text);
    },
  };
}
