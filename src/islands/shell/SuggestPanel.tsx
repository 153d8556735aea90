import type { RecentSearch } from '#lib/client/recent-searches.ts';
import type { SearchType } from '#lib/client/suggestions.ts';
import type { Suggestion } from '#lib/contract/goods/schema.ts';
import { searchTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { matchRanges } from '#lib/rules/text/search-text.ts';
import { pinyinRanges } from '#lib/rules/text/typed-pinyin.ts';

/** One line of the panel that can be chosen. */
export interface Choice {
  key: string;
  group: string;
  name: string;
  href: string;
  /** Syllables of the name, where letters were typed. */
  pinyin?: string | undefined;
  /** Kept among the recent searches when chosen; a merchant's own list is none. */
  search?: RecentSearch;
}

/** Where a search leads. */
export function searchPath(keywords: string, type: SearchType): string {
  return path(
    '/search',
    undefined,
    type === searchTypes.maker ? { sccj_keywords: keywords, type } : { keywords },
  );
}

const kinds: Record<
  Suggestion['kind'],
  { group: string; choose: (one: Suggestion) => Omit<Choice, 'key' | 'group' | 'name'> }
> = {
  goods: { group: '商品', choose: ({ name }) => asSearch(name, 0) },
  maker: { group: '厂家', choose: ({ name }) => asSearch(name, 1) },
  merchant: { group: '商家', choose: ({ id }) => ({ href: path('/ListOthershanghu/[id]', { id }) }) },
};

function asSearch(keywords: string, type: SearchType) {
  return { href: searchPath(keywords, type), search: { keywords, type } };
}

/** Proposals as lines, kind by kind. */
export function proposalChoices(list: readonly Suggestion[]): Choice[] {
  return Object.entries(kinds).flatMap(([kind, { group, choose }]) =>
    list
      .filter((one) => one.kind === kind)
      .map((one) => ({
        key: `${kind}-${one.id}`,
        group,
        name: one.name,
        pinyin: one.pinyin,
        ...choose(one),
      })),
  );
}

export function recentChoices(list: readonly RecentSearch[]): Choice[] {
  return list.map(({ keywords, type }) => ({
    key: `recent-${type}-${keywords}`,
    group: '最近搜索',
    name: keywords,
    ...asSearch(keywords, type),
  }));
}

interface Props {
  id: string;
  choices: readonly Choice[];
  /** Index of the marked line, -1 for none. */
  active: number;
  /** What was typed: its words are marked in the names. */
  text: string;
  /** A line instead of choices: 搜索中…, 暂无数据. */
  note: string | undefined;
  onChoose: (choice: Choice) => void;
  onForget: (() => void) | undefined;
}

/** The list under the search box; the box keeps the focus. */
export function SuggestPanel({ id, choices, active, text, note, onChoose, onForget }: Props) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing the mouse here must not take the focus from the box
    <div
      className="absolute inset-x-0 top-[calc(100%+4px)] z-50 max-h-420px overflow-auto py-1.5 rounded-panel bg-card border border-solid border-line shadow-float"
      onMouseDown={(event) => event.preventDefault()}
    >
      {note && (
        <p role="status" className="px-4 py-2.5 text-ink-2">
          {note}
        </p>
      )}
      <div id={id} role="listbox" aria-label="搜索建议">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group} role="group" aria-label={group}>
            <p className="px-4 pt-1.5 pb-1 text-note text-ink-3" aria-hidden="true">
              {group}
            </p>
            {choices.map((choice, at) =>
              choice.group === group ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box answers the keys for its options
                // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option
                <div
                  key={choice.key}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  className={`px-4 py-1.75 cursor-pointer truncate ${at === active ? 'bg-primary-wash' : 'hover:bg-card-dim'}`}
                  onClick={() => onChoose(choice)}
                >
                  <Marked choice={choice} text={text} />
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
      {onForget && (
        <button
          type="button"
          className="flex items-center gap-1.5 w-full px-4 py-1.75 border-0 bg-transparent text-note text-ink-2 hover:text-primary"
          onClick={onForget}
        >
          <span className="i-lucide-trash-2" aria-hidden="true" />
          清空最近搜索
        </button>
      )}
    </div>
  );
}

/** The name with what was typed in it marked, whatever its width and case (０.２５ｇ marks 0.25g), or by its pinyin. */
function Marked({ choice: { name, pinyin }, text }: { choice: Choice; text: string }) {
  const plain = matchRanges(name, text);
  const ranges =
    plain.length === 0 && pinyin !== undefined ? pinyinRanges(name, pinyin.split(' '), text) : plain;
  const parts = ranges.flatMap(([from, to], at) => [
    name.slice(ranges[at - 1]?.[1] ?? 0, from),
    <mark key={from} className="bg-transparent text-primary font-600">
      {name.slice(from, to)}
    </mark>,
  ]);
  return [...parts, name.slice(ranges.at(-1)?.[1] ?? 0)];
}
