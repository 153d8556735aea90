/** The texts of `src/content` as files, for checks outside of Astro. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { extractFrontmatter, parseFrontmatter } from 'astro/markdown';
import { findHeadMistake } from '../../src/content/front-matter.ts';
import { entryIds, helpGroupSchema, helpSchema, newsSchema } from '../../src/content/schemas.ts';
import { daysAsWritten } from '../../src/content/written-days.ts';
import { zoneId, zoneSchema } from '../../src/content/zone-schema.ts';
import { fieldLine, type Mistake } from './lines.ts';

export type Room = 'help' | 'news' | 'zones';

export interface TextFile {
  /** Path from the project's folder. */
  file: string;
  room: Room;
  /** Place in the address; null where the name suits none. */
  id: string | null;
  source: string;
  /** The text below the head. */
  body: string;
  /** The head as its schema reads it; null where it is refused. */
  data: Record<string, unknown> | null;
  /** Mistakes in the head or the name. */
  mistakes: Mistake[];
}

export const contentRoot = path.join('src', 'content');

const rooms = {
  help: { schema: helpSchema, idOf: entryIds(2) },
  news: { schema: newsSchema, idOf: entryIds(1) },
  zones: { schema: zoneSchema, idOf: zoneId },
};

/** Reads every text; a faulty one reports its fault. */
export function readTexts(root = contentRoot): TextFile[] {
  return (['help', 'news', 'zones'] as const).flatMap((room) =>
    globSync('**/*.md', { cwd: path.join(root, room) })
      .sort()
      .map((entry) => readText(root, room, entry.split(path.sep).join('/'))),
  );
}

function readText(root: string, room: Room, entry: string): TextFile {
  const { schema, idOf } = rooms[room];
  const place = path.join(root, room, entry);
  const source = readFileSync(place, 'utf8');
  const mistakes: Mistake[] = [];
  let id: string | null = null;
  try {
    id = idOf({ entry });
  } catch (error) {
    mistakes.push({ sentence: error instanceof Error ? error.message : String(error) });
  }
  const head = findHeadMistake(source);
  const text = { file: place.split(path.sep).join('/'), room, id, source, body: bodyOf(source) };
  if (head !== null) return { ...text, data: null, mistakes: [...mistakes, withLine(head)] };
  const read = schema.safeParse(daysAsWritten(parseFrontmatter(source).frontmatter, source));
  const lines = source.slice(0, source.length - text.body.length).split('\n');
  mistakes.push(...(read.error?.issues ?? []).map((issue) => schemaMistake(issue, lines)));
  return { ...text, data: read.data === undefined ? null : { ...read.data }, mistakes };
}

interface Issue {
  message: string;
  path: readonly PropertyKey[];
  /** Unknown fields. */
  keys?: readonly string[];
}

/** The mistake of a refused field, on its line; on line 1 where the field is missing. */
function schemaMistake(
  { message, path: place, keys = [] }: Issue,
  lines: readonly string[],
): Required<Mistake> {
  return { sentence: message, line: fieldLine(lines, [...place, ...keys.slice(0, 1)]) ?? 1 };
}

/** The line that a sentence names at its beginning. `skipped`: lines before the file's first. */
function withLine(said: string, skipped = 0): Mistake {
  const [, line, rest] = /^第 (\d+) 行(?:：|附近)(.*)$/s.exec(said) ?? [];
  if (line === undefined || rest === undefined) return { sentence: said };
  const sentence = said.includes('行附近') ? `这里${rest}` : rest;
  return { sentence, line: Math.max(1, Number(line) - skipped) };
}

function bodyOf(source: string): string {
  const head = extractFrontmatter(source);
  if (head === undefined) return source;
  return source.slice(source.indexOf(head) + head.length).replace(/^\s*---/, '');
}

/** The folders that `groups.yaml` names, and what is wrong with it. */
export function readGroups(root = contentRoot): { ids: string[]; mistakes: Mistake[] } {
  const place = path.join(root, 'help', 'groups.yaml');
  if (!existsSync(place))
    return { ids: [], mistakes: [{ sentence: '没有这个文件，帮助中心的分组写在里面' }] };
  const yaml = readFileSync(place, 'utf8');
  const before = '---\ngroups:\n';
  const head = findHeadMistake(`${before}${yaml}\n---\n`);
  if (head !== null) return { ids: [], mistakes: [withLine(head, 2)] };
  const { groups } = parseFrontmatter(`${before}${yaml}\n---\n`).frontmatter;
  if (!Array.isArray(groups)) return { ids: [], mistakes: [{ sentence: '每个分组要以“- id: ”开头' }] };
  const read = groups.map((group: unknown) => helpGroupSchema.safeParse(group));
  const lines = yaml.split('\n');
  return {
    ids: read.flatMap(({ data }) => data?.id ?? []),
    mistakes: read.flatMap(({ error }, nth) =>
      (error?.issues ?? []).map((issue) => schemaMistake({ ...issue, path: [nth, ...issue.path] }, lines)),
    ),
  };
}

/** The zones that their schema takes, by their files. */
export function readZones(root = contentRoot) {
  return readTexts(root)
    .filter(({ room }) => room === 'zones')
    .flatMap(({ file, source }) => {
      const read =
        findHeadMistake(source) === null && zoneSchema.safeParse(parseFrontmatter(source).frontmatter);
      if (read === false || !read.success) return [];
      return [{ file, ...read.data }];
    });
}
