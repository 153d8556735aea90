import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { findCandidates, type LineToBuy } from '#lib/client/stores/quick-order/candidates.ts';
import type { PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';
import type { Candidate } from '#lib/contract/quick-order/candidates.ts';
import { CandidateRow, candidateColumns } from './CandidateRow.tsx';

interface Props {
  item: PurchaseItem;
  /** The other rows that are ready. */
  basket: readonly LineToBuy[];
  onChoose: (candidate: Candidate) => void;
  onClose: () => void;
}

/** Alternatives for a row, with price and merchant; arrows move, Enter chooses, Esc closes. */
export function Candidates({ item, basket, onChoose, onClose }: Props) {
  const [found, setFound] = useState<readonly Candidate[]>([]);
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('loading');
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const [picked, setPicked] = useState<number | null>(item.goods?.id ?? null);
  const name = useId();
  const place = useRef<HTMLFieldSetElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const hasProducts = item.goods !== null || item.others.length > 0;

  async function load(keywords: string) {
    setAsked(keywords);
    setFound([]);
    setState('loading');
    try {
      setFound(await findCandidates(item, basket, keywords));
      setState('ready');
    } catch {
      setState('failed');
    }
  }
  useEffect(() => {
    if (hasProducts) void load('');
    else {
      setState('ready');
      box.current?.focus();
    }
  }, []);
  // Moves the focus into it.
  const isReady = state === 'ready';
  useEffect(() => {
    if (!isReady) return;
    const radios = [...(place.current?.querySelectorAll('input') ?? [])].filter(({ disabled }) => !disabled);
    (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
  }, [isReady]);

  const chosen = found.find(({ goods, number }) => goods.id === picked && number > 0);

  const noteOf = ({ goods }: Candidate) =>
    item.others.find(({ product_id }) => product_id === goods.product_id)?.note ?? '';

  function onKeyDown(event: KeyboardEvent) {
    const key = pressedKey(event);
    if (key === 'Escape') onClose();
    else if (key === 'Enter' && event.target !== box.current && chosen) onChoose(chosen);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the group inside, which has the focus
    <div
      className="col-span-full min-w-0 my-1 p-2 rounded bg-page border border-solid border-line"
      onKeyDown={onKeyDown}
    >
      <form
        className="flex items-center gap-2 mb-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim() !== '') void load(words.trim());
        }}
      >
        <input
          ref={box}
          className="input h-small px-2 max-w-320px"
          aria-label="搜别的商品"
          placeholder="搜别的商品：品名、厂家、拼音首字母"
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="submit" size="small" kind="plain" disabled={words.trim() === ''}>
          搜索
        </Button>
        <span className="ml-auto" />
        {chosen && (
          <Button size="small" onClick={() => onChoose(chosen)}>
            用这个
          </Button>
        )}
        <Button size="small" kind="text" onClick={onClose}>
          收起
        </Button>
      </form>
      {state === 'loading' && <Loading rows={3} text="正在比较各商家…" />}
      {state === 'failed' && <Failed onRetry={() => void load(asked)} />}
      {isReady && found.length === 0 && (hasProducts || asked !== '') && (
        <p className="px-2 py-3 text-small text-ink-2">
          {asked === '' ? '没有其他商家在售' : `没有找到“${asked}”，可以换个说法，或发布求购`}
        </p>
      )}
      {found.length > 0 && (
        <fieldset ref={place} className="min-w-0 m-0 p-0 border-0">
          <legend className="sr-only">{`${item.text}的候选商品`}</legend>
          <div
            aria-hidden="true"
            className={`${candidateColumns} max-lg:hidden px-2 pb-1 text-note text-ink-2`}
          >
            <span>商家 · 商品</span>
            <span
              className="text-right"
              title="和购物车、这张清单里已备好的商品一起结算时每件的到手价：已减满减和已领的券，加上它增加的运费"
            >
              到手单价
            </span>
            <span className="text-right">数量</span>
            <span>有效期</span>
            <span>库存</span>
            <span className="text-right">上次买价</span>
            <span>运费</span>
          </div>
          <div className="grid gap-1 lg:gap-0 max-h-320px overflow-y-auto">
            {found.map((candidate) => (
              <CandidateRow
                key={candidate.goods.id}
                candidate={candidate}
                name={name}
                isOwn={candidate.goods.product_id === item.goods?.product_id}
                note={noteOf(candidate)}
                isPicked={candidate.goods.id === picked}
                onPick={() => setPicked(candidate.goods.id)}
                onChoose={() => onChoose(candidate)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
