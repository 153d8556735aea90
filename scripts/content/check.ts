/** All that is wrong with the texts of editors, in one list. */
import { unknownPlaceholders } from '../../src/content/placeholders.ts';
import { contentRoot, readGroups, readTexts, type TextFile } from './files.ts';
import { deadLinks } from './links.ts';
import { textMistakes } from './promises.ts';
import { unvouched } from './vouched.ts';

export interface ContentMistake {
  file: string;
  sentence: string;
}

/** Checks heads, names, links, words and promises of every text. */
export function checkContent(root = contentRoot): ContentMistake[] {
  const texts = readTexts(root);
  const groups = readGroups(root);
  return [
    ...groups.mistakes.map((sentence) => ({ file: `${root}/help/groups.yaml`, sentence })),
    ...texts.flatMap((text) =>
      mistakesOf(text, texts, groups.ids).map((sentence) => ({ file: text.file, sentence })),
    ),
  ];
}

function mistakesOf(text: TextFile, all: readonly TextFile[], groups: readonly string[]): string[] {
  const { room, id, body, data, mistakes, source } = text;
  const group = room === 'help' && id !== null ? (id.split('/')[0] ?? '') : null;
  const vouched = Array.isArray(data?.vouched) ? data.vouched.map(String) : [];
  const words =
    room === 'zones'
      ? [...body.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, word = '']) => word)
      : unknownPlaceholders(body);
  return [
    ...mistakes,
    ...(group === null || groups.includes(group)
      ? []
      : [`所在的文件夹“${group}”没有写进 src/content/help/groups.yaml，请在那里加一个分组`]),
    ...words.map((word) => `{{${word}}} 不能填写，这里不认识这个词`),
    ...deadLinks(text, all, groups),
    ...(data === null ? [] : unvouched(body, vouched)),
    ...textMistakes(source),
  ];
}
