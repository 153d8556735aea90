/** The text of a message: what is stored and searched (rules 21). */
import { withoutHidden } from '../text/one-line.ts';

/** Characters of a message after it was normalised. */
export const maxMessageText = 2_000;
/** Marks on one letter beyond three: names of foreign medicines need two, stacks of them cover the lines above. */
const stacked = /(\p{M}{3})\p{M}+/gu;

/**
 * The text without direction overrides, zero-width and control characters, composed (NFC), without blank ends and with
 * one blank line at most in between. It stays plain text: `<script>` is nine characters.
 */
export function messageText(typed: string): string {
  return withoutHidden(typed.replaceAll(/\r\n?/g, '\n'))
    .normalize('NFC')
    .replaceAll(stacked, '$1')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The sentence about a normalised text that cannot be sent; null where it can. A message of files needs no text. */
export function findTextProblem(text: string, hasMore: boolean): string | null {
  if (text === '' && !hasMore) return '请填写消息';
  if (text.length > maxMessageText)
    return `消息最多${maxMessageText}个字，现在有${text.length}个字，请分几条发送或用文件发送`;
  return null;
}

/** A message in one line of at most `most` characters. */
export function shortText(text: string, most = 60): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}
