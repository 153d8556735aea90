/** The texts of `src/content` as files, for checks outside of Astro. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { extractFrontmatter, parseFrontmatter } from 'astro/markdown';
import { findHeadMistake } from '../../src/content/front-matter.ts';
import { entryIds, helpGroupSchema, helpSchema, newsSchema } from '../../src/content/schemas.ts';
import { daysAsWritten } from '../../src/content/written-days.ts';
import { zoneId, zoneSchema } from '../../src/content/zone-schema.ts';

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
  /** A sentence for each thing that is wrong with the head or the name. */
  mistakes: string[];
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
  const mistakes: string[] = [];
  let id: string | null = null;
  try {
    id = idOf({ entry });
  } catch (error) {
    mistakes.push(error instanceof Error ? error.message : String(error));
  }
  const head = findHeadMistake(source);
  const text = { file: place.split(path.sep).join('/'), room, id, source, body: bodyOf(source) };
  if (head !== null) return { ...text, data: null, mistakes: [...mistakes, head] };
  const read = schema.safeParse(daysAsWritten(parseFrontmatter(source).frontmatter, source));
  mistakes.push(...(read.error?.issues.map(({ message }) => message) ?? []));
  return { ...text, data: read.data === undefined ? null : { ...read.data }, mistakes };
}

function bodyOf(source: string): string {
  const head = extractFrontmatter(source);
  if (head === undefined) return source;
  return source.slice(source.indexOf(head) + head.length).replace(/^\s*---/, '');
}

/** The folders that `groups.yaml` names, and what is wrong with it. */
export function readGroups(root = contentRoot): { ids: string[]; mistakes: string[] } {
  const yaml = readFileSync(path.join(root, 'help', 'groups.yaml'), 'utf8');
  const { groups } = parseFrontmatter(`---\ngroups:\n${yaml}\n---\n`).frontmatter;
  const read = (Array.isArray(groups) ? groups : []).map((group: unknown) =>
    helpGroupSchema.safeParse(group),
  );
  return {
    ids: read.flatMap(({ data }) => data?.id ?? []),
    mistakes: read.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? []),
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
