import { matchRanges } from '#lib/rules/text/search-text.ts';
import { pinyinRanges } from '#lib/rules/text/typed-pinyin.ts';
import type { Choice } from './suggest-choices.ts';

interface Props {
  id: string;
  choices: readonly Choice[];
  /** Index of the marked line, -1 for none. */
  active: number;
  /** The typed text: its words are marked in the names. */
  text: string;
  /** A line instead of choices: 搜索中…, 暂无数据. */
  note: string | undefined;
  onChoose: (choice: Choice) => void;
  onForget: (() => void) | undefined;
}

/** The list under the search box; the box holds the focus. */
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

/** The name with the typed text marked, in any width and case (０.２５ｇ marks 0.25g), or by its pinyin. */
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
