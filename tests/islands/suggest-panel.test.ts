/** The list under the search box: groups, and the typed part marked in the names. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SuggestPanel } from '#islands/shell/SuggestPanel.tsx';
import { proposalChoices } from '#islands/shell/suggest-choices.ts';

function markup(names: string[], text: string): string {
  const choices = proposalChoices(names.map((name, id) => ({ id, name, kind: 'goods' as const })));
  const props = { id: 'list', choices, active: -1, text, note: undefined, onForget: undefined };
  return renderToStaticMarkup(createElement(SuggestPanel, { ...props, onChoose: () => {} }));
}

test.each([
  ['阿莫西林胶囊', '西林', ['西林']],
  ['阿莫西林胶囊', '阿莫 胶囊', ['阿莫', '胶囊']],
  ['维生素C片', '维生素ｃ', ['维生素C']],
  ['阿莫西林胶囊', 'amxl', []],
  ['维生素C片', '(', []],
])('%s is marked for %s', (name, text, marked) => {
  const html = markup([name], text);
  expect([...html.matchAll(/<mark[^>]*>([^<]*)<\/mark>/g)].map(([, part]) => part)).toEqual(marked);
  expect(html.replace(/<\/?mark[^>]*>/g, '')).toContain(name);
});

test('kinds are groups, in their order', () => {
  const choices = proposalChoices([
    { id: 1, name: '衡川自营', kind: 'merchant' },
    { id: 2, name: '某某制药', kind: 'maker' },
    { id: 3, name: '阿莫西林胶囊', kind: 'goods' },
  ]);
  expect(choices.map(({ group, name }) => [group, name])).toEqual([
    ['商品', '阿莫西林胶囊'],
    ['厂家', '某某制药'],
    ['商家', '衡川自营'],
  ]);
});
