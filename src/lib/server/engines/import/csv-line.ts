/** Lines of a CSV that spreadsheet programs open. */

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
