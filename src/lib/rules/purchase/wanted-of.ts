/** Converts a line without a match to a request (求购): item and quantity. */
import { readPurchaseLine } from './purchase-line.ts';
import { isPieces } from './quantity-guess.ts';

export interface WantedLine {
  name: string;
  quantity: number;
  unit: string;
}

const mostName = 60;

/** The line without its quantity; a line that names none asks for one box. `given` is the number of a column. */
export function wantedOf(text: string, given: number | null): WantedLine {
  const line = readPurchaseLine({ raw: text, quantity: given, unit: '' });
  const guess = line.quantities[0] ?? null;
  const rest =
    guess === null || guess.isGiven
      ? line.text
      : `${line.text.slice(0, guess.start)} ${line.text.slice(guess.end)}`;
  const name = withoutTail(rest.replace(/\s+/g, ' ')).trim();
  return {
    name: (name || text.trim()).slice(0, mostName),
    quantity: guess !== null && isPieces(guess.value) ? guess.value : 1,
    unit: guess?.unit || '盒',
  };
}

/** Without the signs between a name and its number. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && ' ,;:*-'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
