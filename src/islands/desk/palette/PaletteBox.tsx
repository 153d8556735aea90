import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { type DeskPage, findPages, findRows, type Place } from '#lib/client/stores/desk/palette.ts';
import { react } from '#lib/client/stores/shell/react.ts';

interface Props {
  pages: readonly DeskPage[];
}

/** Pause after the last key before the request, ms. */
const pause = 180;

/** The input and its list: the input holds the focus, arrows move the mark, Enter opens it. */
export function PaletteBox({ pages }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ text: string; rows: Place[] }>({ text: '', rows: [] });
  const [marked, setMarked] = useState(0);
  const wanted = text.trim();

  useEffect(() => {
    if (wanted === '') return;
    let isGone = false;
    const timer = setTimeout(() => {
      findRows(wanted)
        // Pages are shown all the same.
        .catch((error: unknown) => {
          react(error);
          return [];
        })
        .then((rows) => {
          if (!isGone) setFound({ text: wanted, rows });
        });
    }, pause);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [wanted]);

  const places = useMemo(
    () => [...findPages(pages, wanted), ...(found.text === wanted && wanted !== '' ? found.rows : [])],
    [pages, wanted, found],
  );
  const at = Math.min(marked, places.length - 1);
  const isAsking = wanted !== '' && found.text !== wanted;

  function onKey(event: KeyboardEvent) {
    const key = pressedKey(event);
    if (key === 'Enter') {
      const place = places[at];
      if (place) location.assign(place.href);
    } else if (key === 'ArrowDown' && places.length > 0) move((at + 1) % places.length);
    else if (key === 'ArrowUp' && places.length > 0) move((at - 1 + places.length) % places.length);
    else return;
    event.preventDefault();
  }

  function move(to: number) {
    setMarked(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  }

  const note =
    places.length > 0
      ? ''
      : isAsking
        ? '查找中…'
        : '没有找到，试试企业或商品名称、收货人手机，或订单、交易、支付、运单的完整单号';
  return (
    <div className="grid gap-2">
      <input
        data-focus
        // Esc empties a box of type search first; here it closes.
        type="text"
        enterKeyHint="go"
        role="combobox"
        aria-label="页面、单号、手机、企业或商品"
        aria-expanded={places.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        className="input w-full"
        placeholder="页面、单号、手机、企业或商品"
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={onKey}
      />
      <p role="status" className={note === '' ? 'sr-only' : 'm-0 px-2 py-1 text-small text-ink-2'}>
        {note || `${places.length}个结果`}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label="查找结果" className="max-h-420px overflow-auto">
        {[...new Set(places.map(({ group }) => group))].map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group} role="group" aria-label={group}>
            <p className="m-0 px-2 pt-1.5 pb-1 text-note text-ink-2" aria-hidden="true">
              {group}
            </p>
            {places.map((place, nth) =>
              place.group === group ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box answers the keys for its options
                // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option
                <div
                  key={place.key}
                  id={`${id}-${nth}`}
                  role="option"
                  aria-selected={nth === at}
                  className={`flex items-center gap-2 px-2 min-h-touch md:min-h-control rounded cursor-pointer ${nth === at ? 'bg-primary-wash' : 'hover:bg-card-dim'}`}
                  onClick={() => location.assign(place.href)}
                >
                  <span className="truncate">{place.name}</span>
                  <span className="ml-auto flex-none text-note text-ink-2">{place.note}</span>
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
