import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import {
  forgetSearches,
  listRecent,
  type RecentSearch,
  rememberSearch,
} from '#lib/client/recent-searches.ts';
import { inLastView } from '#lib/client/stores/shell/list-view.ts';
import type { SearchType } from '#lib/client/suggestions.ts';
import { maxKeywords } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import { SuggestPanel } from './SuggestPanel.tsx';
import { type Choice, hotChoices, proposalChoices, recentChoices, searchPath } from './suggest-choices.ts';
import { useSuggestions } from './use-suggestions.ts';

const types = [
  { value: '0', text: '商品' },
  { value: '1', text: '厂家' },
];

/** The query of a page of results. */
export interface SearchedBy {
  keywords: string;
  type: SearchType;
}

/**
 * The search box: type selector, suggestions as an ARIA combobox (arrows, Enter, Esc), recent searches while it is
 * empty. Without a script, and until it is first used, it is a plain form. `of` is the search that the page shows.
 */
export function SearchBox({ of }: { of?: SearchedBy }) {
  const [type, setType] = useState<SearchType>(of?.type ?? 0);
  const [text, setText] = useState(of?.keywords ?? '');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [recent, setRecent] = useState<RecentSearch[]>([]);
  const [hot, setHot] = useState<Choice[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const proposed = useSuggestions(type, isOpen ? text : '');
  const isEmpty = text.trim() === '';
  const choices = isEmpty ? [...recentChoices(recent), ...hot] : proposalChoices(proposed.list);
  const note = noteOf(proposed.state, isEmpty, choices.length);
  const isShown = isOpen && (choices.length > 0 || note !== undefined);

  useEffect(() => {
    // Input made before hydration stays.
    const box = input.current;
    if (!box?.form) return;
    setText(box.value);
    setType(new FormData(box.form).get('type') === '1' ? 1 : 0);
    // A visitor who focused it before hydration is typing already.
    if (box === document.activeElement) open();
  }, []);

  function open() {
    setRecent(listRecent());
    setHot(hotChoices());
    setActive(-1);
    setOpen(true);
  }

  function go(href: string, search?: RecentSearch) {
    if (search) rememberSearch(search);
    setOpen(false);
    location.assign(inLastView(href));
  }

  function choose({ href, name, search }: Choice) {
    if (search) setText(name);
    go(href, search);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // The form's current values, not the rendered ones: a click may come before the effect above has read early input.
    const form = new FormData(event.currentTarget);
    const keywords = String(form.get('keywords') ?? '').trim();
    const of: SearchType = form.get('type') === '1' ? 1 : 0;
    const chosen = isShown ? choices[active] : undefined;
    if (chosen) choose(chosen);
    else if (keywords) go(searchPath(keywords, of), { keywords, type: of });
    else input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = pressedKey(event);
    if (key === 'Escape') {
      if (isShown) setOpen(false);
      else setText('');
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!isOpen) open();
      else setActive(nextActive(active, key === 'ArrowDown' ? 1 : -1, choices.length));
    } else return;
    event.preventDefault();
  }

  return (
    <search className="relative block">
      <form
        action={path('/search')}
        onSubmit={submit}
        className="flex h-nav border-2 border-solid border-primary rounded-panel bg-card overflow-hidden focus-within:ring-3 ring-primary-wash"
      >
        <SelectBox
          name="type"
          label="搜索类型"
          hidesLabel
          value={type}
          onChange={(event) => setType(event.target.value === '1' ? 1 : 0)}
          className="px-1 md:px-2.5 border-0 border-r border-r-solid border-line bg-card text-ink-2 focus-visible:outline-offset--3px"
          options={types}
        />
        <input
          ref={input}
          type="search"
          name="keywords"
          role="combobox"
          aria-label="搜索关键词"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
          // early-presses.ts leads here
          aria-keyshortcuts="/"
          maxLength={maxKeywords}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="商品名/厂家 中文或拼音首字母、功能主治"
          className="flex-1 min-w-0 px-3.5 border-0 bg-transparent focus:outline-none placeholder:text-ink-3"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (!isOpen) open();
            setActive(-1);
          }}
          onFocus={open}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="w-60px md:w-92px border-0 bg-primary text-white font-600 hover:bg-primary-ink focus-visible:outline-offset--4px focus-visible:outline-white"
        >
          搜索
        </button>
      </form>
      {isShown && (
        <SuggestPanel
          id={listId}
          choices={choices}
          active={active}
          text={text}
          note={note}
          onChoose={choose}
          onForget={
            isEmpty && recent.length > 0
              ? () => {
                  forgetSearches();
                  setRecent([]);
                }
              : undefined
          }
        />
      )}
    </search>
  );
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
SearchBox.isStill = true;

function noteOf(state: 'idle' | 'searching' | 'done', isEmpty: boolean, count: number): string | undefined {
  if (isEmpty || count > 0) return undefined;
  return state === 'done' ? '暂无数据' : '搜索中…';
}

/** Cycles from none through all lines and back to none, in both directions. */
function nextActive(active: number, by: 1 | -1, count: number): number {
  return ((active + 1 + by + count + 1) % (count + 1)) - 1;
}
