/**
 * Front matter that YAML cannot read. The parser's own words are English and name the line where it gave up, mostly the
 * one below the mistake; an editor gets the file, the line and what to write instead.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { extractFrontmatter, parseFrontmatter } from 'astro/markdown';
import { refusal } from './refusal.ts';

type EntryType = { getEntryInfo: (file: { fileUrl: URL; contents: string }) => unknown };

/** The same loader; it stops with a sentence at front matter that YAML cannot read. */
export function withReadableHead(loader: Loader): Loader {
  return {
    ...loader,
    load: (context) => {
      // Astro's loaders use these, its published type leaves them out.
      const { entryTypes } = context as LoaderContext & { entryTypes: Map<string, EntryType> };
      const checked = [...entryTypes].map(([ending, type]): [string, EntryType] => [
        ending,
        {
          ...type,
          getEntryInfo: (file) => {
            const place = relative(fileURLToPath(context.config.root), fileURLToPath(file.fileUrl));
            const mistake = findHeadMistake(file.contents);
            if (mistake !== null) throw refusal(`${place} ${mistake}`);
            return type.getEntryInfo(file);
          },
        },
      ]);
      const readable = { ...context, entryTypes: new Map(checked) };
      return loader.load(readable);
    },
  };
}

/** Line and likely cause of the error in a file's front matter; null when YAML can parse it. */
export function findHeadMistake(source: string): string | null {
  const head = extractFrontmatter(source);
  // No front matter, or an empty one: the schema says what belongs there.
  if (head === undefined || head.trim() === '') return null;
  const before = source.slice(0, source.indexOf(head)).split('\n').length;
  let stop = 0;
  try {
    // One text instead of fields: `title：发票说明` in every line.
    if (Object.keys(parseFrontmatter(source).frontmatter).length > 0) return null;
  } catch (error) {
    stop = markedLine(error);
  }
  const lines = head.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const cause = findCause(line, lines.slice(0, at));
    if (cause !== null) return `第 ${before + at} 行：${cause}`;
  }
  return `第 ${before + Math.min(stop, lines.length - 2)} 行附近格式不正确，每行应写成“字段: 内容”`;
}

const field = /^[ \t]*(?:- )?["']?([A-Za-z]\w*)["']?/;

/** The editor's most likely mistake in a line that YAML refused. */
function findCause(line: string, above: readonly string[]): string | null {
  const name = field.exec(line)?.[1];
  if (/^[ ]*\t/.test(line)) return '行首不要用制表符（Tab），请改用空格';
  if (/^[ \t]*\u3000/.test(line)) return '行首不要有全角空格';
  if (name === undefined) return null;
  const rest = line.replace(field, '');
  if (/^\s*：/.test(rest)) return `${name} 后面是全角冒号“：”，请改用英文冒号加空格，写成“${name}: 内容”`;
  if (/^:\S/.test(rest)) return `${name} 的冒号后面要有一个空格，写成“${name}: 内容”`;
  if (!/^\s*:(?:\s|$)/.test(rest)) return null;
  if (isIndentedWrong(line, above)) return `${name} 前面多了空格，行首不要有空格，请与上一个字段对齐`;
  const value = rest.replace(/^\s*:\s*/, '').trimEnd();
  if (/^[^"'[{|>].*:(?:\s|$)/.test(value))
    return `${name} 的内容里有冒号，请用英文引号括起来：${quoted(value)}`;
  if (/^(["'])(?:(?!\1).)*$/.test(value)) return `${name} 的内容少了一个引号，前后都要有`;
  if (/^(["']).*\1\s*[^\s#]/.test(value) && !value.endsWith(value.charAt(0)))
    return `${name} 的引号要把全部内容括起来`;
  if (/^[@`%*&!]/.test(value) || /^[[{].*[\]}]\s*[^\s#\]}]/.test(value))
    return `${name} 的内容以符号 ${value[0]} 开头，请用英文引号括起来：${quoted(value)}`;
  const again = above.some((other) => field.exec(other)?.[0] === field.exec(line)?.[0]);
  // In a list each item has its own.
  return again && !/^[\s-]/.test(line) ? `${name} 写了两次，请删掉一行` : null;
}

/** Deeper than the field above it, which has its content already. A list item's fields follow its dash. */
function isIndentedWrong(line: string, above: readonly string[]): boolean {
  const depth = (text: string) => text.search(/[^ -]/);
  const parent = above.findLast((other) => field.test(other) && depth(other) < depth(line));
  return depth(line) > 0 && (parent === undefined || !/:\s*(?:#|$)/.test(parent));
}

function quoted(value: string): string {
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

/** The line at which the reader of YAML stopped, by its error; 0 where that names none. */
function markedLine(error: unknown): number {
  const mark = error instanceof Error && 'mark' in error ? error.mark : undefined;
  const isPlace = typeof mark === 'object' && mark !== null && 'line' in mark;
  return isPlace && typeof mark.line === 'number' ? mark.line : 0;
}
