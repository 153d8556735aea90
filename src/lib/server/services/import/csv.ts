/** CSV as RFC 4180 has it: quoted fields may hold commas, quotes (doubled) and line breaks. */

/**
 * Splits CSV text into rows of fields, one row at a time. CRLF, LF and CR end a row; an empty
 * line is a row with one empty field. A quote in the middle of an unquoted field is taken as it stands, as spreadsheet programs do.
 * Throws a RangeError when a quoted field never ends.
 */
export function* readCsv(text: string): Generator<string[]> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let row: string[] = [];
  while (at < text.length) {
    const [field, next] = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    row.push(field);
    at = next;
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

/** A field that starts with a quote; answers it and where the text goes on. */
function readQuoted(text: string, from: number): [string, number] {
  let field = '';
  let at = from + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) throw new RangeError('a quoted field never ends');
    field += text.slice(at, end);
    if (text[end + 1] !== '"') {
      // Whatever stands between the closing quote and the comma belongs to the field too.
      const [rest, next] = readPlain(text, end + 1);
      return [field + rest, next];
    }
    field += '"';
    at = end + 2;
  }
}

function readPlain(text: string, from: number): [string, number] {
  let at = from;
  while (at < text.length && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return [text.slice(from, at), at];
}

/** Writes one CSV line (CRLF); fields that need it are quoted, and those a spreadsheet would run get a quote mark. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(field: string | number): string {
  const plain = String(field);
  // A leading =, +, - or @ is a formula to Excel: rows of a report come from other people's files.
  const safe = typeof field === 'string' && /^[=+\-@\t]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
