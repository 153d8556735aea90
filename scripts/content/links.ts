/** Links of the texts: each leads to a page that is there, and in a real shop too. */
import { findPattern } from '#lib/contract/routes.ts';
import type { TextFile } from './files.ts';
import type { Found } from './lines.ts';

/** A sentence for each link of a text that leads nowhere. */
export function deadLinks(text: TextFile, all: readonly TextFile[], groups: readonly string[]): Found[] {
  return [...text.body.matchAll(/\]\(([^)\s]*)[^)]*\)/g)].flatMap(([quote, url = '']) => {
    const why = whyDead(url, text, all, groups);
    return why === null ? [] : [{ sentence: `链接 ${url || '（空）'} ${why}`, quote }];
  });
}

function whyDead(
  url: string,
  from: TextFile,
  all: readonly TextFile[],
  groups: readonly string[],
): string | null {
  if (/^(https:\/\/|tel:)/.test(url)) return null;
  if (/^http:/.test(url)) return '请改用 https 开头的网址';
  if (url.startsWith('#'))
    return headings(from).includes(decode(url.slice(1))) ? null : '：本页没有这个小标题';
  const pattern = findPattern(url);
  if (pattern === undefined) return '没有这个网页，站内网址以 / 开头，例如 /help/zfps/ypth';
  const [address = '', anchor] = url.split('#', 2);
  const parts = address.split('?', 1)[0]?.split('/').filter(Boolean) ?? [];
  if (pattern === '/help' && anchor !== undefined && !groups.includes(anchor))
    return '：帮助中心没有这个分组';
  if (!pattern.includes('[')) return null;
  const target = findTarget(pattern, parts, all);
  if (target === undefined) return pathOf(pattern, parts);
  if (target === null) return '：没有写这一篇';
  if (target.data?.demo === true && from.data?.demo !== true)
    return '：那一篇只在演示里有（demo: true），正式商城里会是死链接';
  if (anchor !== undefined && !headings(target).includes(decode(anchor))) return '：那一篇没有这个小标题';
  return null;
}

/** The text behind an address; null where its file is not there, undefined for pages that are no text. */
function findTarget(
  pattern: string,
  parts: readonly string[],
  all: readonly TextFile[],
): TextFile | null | undefined {
  const text = (room: TextFile['room'], id: string) =>
    all.find((one) => one.room === room && one.id === id) ?? null;
  const [first = '', second = '', third = '', fourth = ''] = parts;
  switch (pattern) {
    case '/help/[group]/[page]':
      return text('help', `${second}/${third}`);
    case '/news/info/[id]/[type]': {
      const found = text('news', third);
      return found?.data?.kind === fourth ? found : null;
    }
    case '/hdzx/[id]':
      return text('zones', `hdzx/${second}`);
    case '/hdzx/[id]/[cid]':
      return withPart(text('zones', `hdzx/${second}`), third);
    case '/hdzq/[id]':
      return text('zones', `hdzq/${second}`);
    case '/activity/eleven/jz/[id]':
      return text('zones', `eleven/${fourth}`);
    case '/kxzq/goods/[url]':
      return withPart(text('zones', first), third);
    default:
      return undefined;
  }
}

function withPart(zone: TextFile | null, part: string): TextFile | null {
  const parts = zone?.data?.parts;
  const isThere = Array.isArray(parts) && parts.some((one: { id?: unknown }) => one.id === part);
  return isThere ? zone : null;
}

/** Pages with a data word in the address are not linked: a text outlives an item, an order, an activity. */
function pathOf(pattern: string, parts: readonly string[]): string | null {
  const words = pattern
    .split('/')
    .filter(Boolean)
    .flatMap((part, at) => (part.startsWith('[') ? [parts[at] ?? ''] : []));
  return words.every((word) => /^\d+$/.test(word)) ? null : '没有这个网页';
}

/** The addresses of a text's headings, as Astro makes them (github-slugger). */
function headings({ body }: TextFile): string[] {
  return [...body.matchAll(/^#{2,4} +(.*)$/gm)].map(([, title = '']) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
