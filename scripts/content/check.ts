/** All that is wrong with the texts of editors, in one list. */
import { unknownPlaceholders } from '../../src/content/placeholders.ts';
import { contentRoot, readGroups, readTexts, type TextFile } from './files.ts';
import { type ContentMistake, type Found, type Mistake, placed } from './lines.ts';
import { deadLinks } from './links.ts';
import { textMistakes } from './promises.ts';
import { unvouched } from './vouched.ts';

/** Checks heads, names, links, words and promises of every text; in the order of files and their lines. */
export function checkContent(root = contentRoot): ContentMistake[] {
  const texts = readTexts(root);
  const groups = readGroups(root);
  return [
    ...groups.mistakes.map((mistake) => ({ file: `${root}/help/groups.yaml`, ...mistake })),
    ...texts.flatMap((text) =>
      mistakesOf(text, texts, groups.ids)
        .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
        .map((mistake) => ({ file: text.file, ...mistake })),
    ),
  ];
}

function mistakesOf(text: TextFile, all: readonly TextFile[], groups: readonly string[]): Mistake[] {
  const { room, id, body, data, mistakes, source } = text;
  const group = room === 'help' && id !== null ? (id.split('/')[0] ?? '') : null;
  const vouched = Array.isArray(data?.vouched) ? data.vouched.map(String) : [];
  const inBody = [
    ...wrongWords(text),
    ...deadLinks(text, all, groups),
    ...(data === null ? [] : unvouched(body, vouched)),
  ];
  return [
    ...mistakes,
    ...(group === null || groups.includes(group)
      ? []
      : [
          {
            sentence: `所在的文件夹“${group}”没有写进 src/content/help/groups.yaml，请在那里加一个分组`,
          },
        ]),
    ...placed(source, inBody, source.length - body.length),
    ...placed(source, textMistakes(source)),
  ];
}

/** Placeholders that are not filled in; in zones none is. */
function wrongWords({ room, body }: TextFile): Found[] {
  return [...body.matchAll(/\{\{([^{}]*)\}\}/g)].flatMap(([quote, word = '']) =>
    room === 'zones' || unknownPlaceholders(quote).length > 0
      ? [{ sentence: `{{${word.trim()}}} 不能填写，这里不认识这个词`, quote }]
      : [],
  );
}
