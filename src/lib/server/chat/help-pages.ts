/** The help pages in parts, for automatic answers. They are read from their sources, which are deployed with the shop. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { path as pagePath } from '#lib/contract/routes.ts';
import type { HelpPart } from '#lib/rules/chat/help-answer.ts';
import { sourceFile } from '../core/process/source-file.ts';

/** Pages of groups whose texts are agreements: no answers. */
const agreements = new Set(['yhxy', 'yszc']);
const longest = 400;

let parts: Promise<HelpPart[]> | undefined;

/** All parts; read once. */
export function listHelpParts(): Promise<HelpPart[]> {
  parts ??= readParts();
  parts.catch(() => {
    parts = undefined;
  });
  return parts;
}

async function readParts(): Promise<HelpPart[]> {
  const root = path.resolve(
    path.dirname(sourceFile('#lib/rules/chat/help-answer.ts')),
    '../../../content/help',
  );
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.md')).toSorted();
  const found = await Promise.all(
    files.map(async (file) => partsOf(file, await readFile(path.join(root, file), 'utf8'))),
  );
  return found.flat();
}

/** The parts of one page. Left out: pages that end or are the demo's, and parts with a placeholder. */
function partsOf(file: string, text: string): HelpPart[] {
  const [group = '', name = ''] = file.replace(/\.md$/, '').split(/[/\\]/);
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const title = /^title:\s*(.+)$/m.exec(head)?.[1]?.trim() ?? '';
  if (title === '' || agreements.has(name) || /^(until|demo):/m.test(head)) return [];
  const href = pagePath('/help/[group]/[page]', { group, page: name });
  return body
    .split(/^#{2,4}\s+/m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { title, heading: part.slice(0, end).trim(), text: plain(part.slice(end)), href };
    })
    .filter((part) => part.text !== '' && !part.text.includes('{{') && !part.text.includes('|'));
}

/** Markdown as plain text, cut at the end of a line. */
function plain(markdown: string): string {
  const lines = markdown
    .replaceAll(/\[([^\][]{1,200})\]\([^()]{0,300}\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
    .split('\n');
  let text = '';
  for (const line of lines) {
    if (text.length + line.length > longest) break;
    text += text === '' ? line : `\n${line}`;
  }
  return text;
}
