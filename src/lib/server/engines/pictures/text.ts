/** Text in drawings: SVG neither wraps nor shrinks, so we measure. */

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in markup; characters that XML forbids are dropped. */
export function escapeText(text: string): string {
  return text
    .replace(/[&<>"']/g, (char) => entities[char] ?? char)
    .replace(/./gsu, (char) => (isAllowed(char) ? char : ''));
}

function isAllowed(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
}

/** Width of a text in em: a Han character takes one, a latin one about 0.56. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += /[\u2e80-\uffef]/.test(char) ? 1 : /[A-Z0-9%]/.test(char) ? 0.62 : 0.5;
  return width;
}

export type Fitted = { lines: string[]; size: number };

/**
 * Breaks a text into at most `maxLines` lines of `width` and finds the largest size, from `size` down to `least`,
 * at which it fits. What does not fit at the least size is cut with an ellipsis.
 */
export function fit(text: string, width: number, size: number, least: number, maxLines: number): Fitted {
  for (let lines = 1; lines <= maxLines; lines += 1) {
    // Another line is taken only when the text would become much smaller without it.
    const worth = lines < maxLines ? Math.max(least, size * 0.78) : least;
    const possible = Math.min(size, fitIn(text, width, lines, size));
    if (possible >= worth) return { lines: breakInto(text, lines, width / possible), size: possible };
  }
  const lines = breakInto(text, Number.POSITIVE_INFINITY, width / least).slice(0, maxLines);
  if (lines.join('').length < text.length) lines.push(`${(lines.pop() ?? '').slice(0, -1)}…`);
  return { lines, size: least };
}

/** The largest size at which the text breaks into that many lines; in steps of half a unit. */
function fitIn(text: string, width: number, lines: number, size: number): number {
  for (let at = size; at > 4; at -= 0.5) {
    if (breakInto(text, Number.POSITIVE_INFINITY, width / at).length <= lines) return at;
  }
  return 0;
}

/** Lines of at most `ems`, evened out when the number of lines is known. */
function breakInto(text: string, lines: number, ems: number): string[] {
  const goal = Number.isFinite(lines) && lines > 1 ? Math.min(ems, widthOf(text) / lines + 0.7) : ems;
  const tokens =
    text.match(/(?:[A-Za-z0-9.%:*×/-]+|[（(][^（）()]{0,8}[）)]|.)[，。、；：！？）)]*/gsu) ?? [];
  const made: string[] = [];
  let line = '';
  for (const token of tokens) {
    if (line !== '' && widthOf(line + token) > goal + 0.001) {
      made.push(line);
      line = '';
    }
    line += token;
  }
  if (line !== '') made.push(line);
  return made.length > lines ? breakInto(text, Number.POSITIVE_INFINITY, ems) : made;
}

type TextStyle = { fill: string; anchor?: 'start' | 'middle' | 'end'; weight?: number; lineHeight?: number };

/** Fitted lines as `<text>`; `y` is the middle of the block. */
export function textBlock(fitted: Fitted, x: number, y: number, style: TextStyle): string {
  const leading = fitted.size * (style.lineHeight ?? 1.18);
  const top = y - ((fitted.lines.length - 1) * leading) / 2 + fitted.size * 0.36;
  return fitted.lines
    .map(
      (line, at) =>
        `<text x="${r(x)}" y="${r(top + at * leading)}" font-size="${r(fitted.size)}" fill="${style.fill}" text-anchor="${style.anchor ?? 'start'}" font-weight="${style.weight ?? 400}">${escapeText(line)}</text>`,
    )
    .join('');
}

/** A number for markup: at most one decimal. */
export function r(value: number): string {
  return String(Math.round(value * 10) / 10);
}
