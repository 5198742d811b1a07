/**
 * JSON whose whole numbers beyond 2^53 are texts of the same digits, so that an id is not rounded when it is parsed. A
 * number elsewhere than in the place of a value stays, so that JSON with a mistake remains one.
 */
export function withExactNumbers(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const end = quote === -1 ? json.length : quote;
    parts.push(numbersIn(json, at, end));
    at = quote === -1 ? end : endOfText(json, quote);
    parts.push(json.slice(end, at));
  }
  return parts.join('');
}

function numbersIn(json: string, from: number, to: number): string {
  return json.slice(from, to).replace(/-?[1-9]\d{15,}/g, (digits, offset: number) => {
    const start = from + offset;
    const isValue =
      /[[:,]/.test(nextOf(json, start - 1, -1)) &&
      /[\],}]/.test(nextOf(json, start + digits.length, 1));
    return isValue && !Number.isSafeInteger(Number(digits)) ? `"${digits}"` : digits;
  });
}

/** The nearest character that is no blank. */
function nextOf(json: string, from: number, step: 1 | -1): string {
  let at = from;
  while (' \n\r\t'.includes(json[at] ?? '.')) at += step;
  return json[at] ?? '';
}

/** The place after the quotation mark that ends a text. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return json.length;
}
