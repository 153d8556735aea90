import { type ReactNode, useEffect, useState } from 'react';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { dayText } from '#islands/ui/moments.ts';
import { loadAside } from '#lib/client/stores/desk/chat.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { CardValues } from '#lib/contract/chat/cards.ts';
import type { ChatAside, DeskTalkDetail } from '#lib/contract/chat/desk-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  talk: DeskTalkDetail;
  /** Sends a card into the talk; left out where the reader may not answer it. */
  onSend: ((card: CardValues) => void) | undefined;
}

/** The company beside the talk: who it is, its orders, cases, cart and papers, as far as the reader may see them. */
export function AsidePanel({ talk, onSend }: Props) {
  const { id } = talk;
  const [aside, setAside] = useState<ChatAside | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isGone = false;
    setFailed(false);
    loadAside(id).then(
      (found) => !isGone && setAside(found),
      (error: unknown) => {
        if (isGone) return;
        setFailed(true);
        // The panel goes on showing the answer before, so a message says that it was not read again.
        if (tries > 0) react(error);
      },
    );
    return () => {
      isGone = true;
    };
  }, [id, tries]);

  if (aside === null)
    return hasFailed ? <Failed onRetry={() => setTries(tries + 1)} /> : <Loading rows={6} />;
  const { company, orders, cases, cart, papers } = aside;
  return (
    <div className="grid gap-4 p-3 text-small">
      <div className="relative grid gap-1 pr-8">
        <button
          type="button"
          className="icon-button absolute right-0 top-0"
          aria-label="刷新企业资料"
          onClick={() => setTries(tries + 1)}
        >
          <span className="i-lucide-refresh-cw" aria-hidden="true" />
        </button>
        <h3 className="m-0 text-body font-600 break-all">
          {company.link === '' ? (
            company.name
          ) : (
            <a className="link" href={company.link}>
              {company.name}
            </a>
          )}
        </h3>
        <p className="m-0 text-ink-2">
          {company.kind_text} · {company.state_text}
        </p>
        {talk.last_rating && (
          <p className="m-0 text-ink-2">
            上次评价 {talk.last_rating.stars}星{talk.last_rating.text !== '' && `：${talk.last_rating.text}`}
          </p>
        )}
      </div>
      <Part title="订单" empty="没有订单" count={orders.length}>
        {orders.map((order) => (
          <li key={order.no} className="grid gap-0.5">
            <span className="flex items-baseline gap-2">
              <Way link={order.link} text={order.no} />
              <Send what={`订单${order.no}`} onSend={onSend} card={{ kind: 'order', ref: order.no }} />
            </span>
            <span className="text-note text-ink-2 num">
              {order.status_text} · ¥{showYuan(order.amount)} · {dayText(order.at)}
            </span>
          </li>
        ))}
      </Part>
      <Part title="售后" empty="没有售后单" count={cases.length}>
        {cases.map((one) => (
          <li key={one.id} className="flex items-baseline gap-2">
            <Way link={one.link} text={`${one.kind_text} ${one.id}`} />
            <span className="text-note text-ink-2">{one.status_text}</span>
            <Send
              what={`售后单${one.id}`}
              onSend={onSend}
              card={{ kind: 'aftersale', ref: String(one.id) }}
            />
          </li>
        ))}
      </Part>
      <Part title="购物车" empty="购物车里没有商品" count={cart.length}>
        {cart.map((line) => (
          <li key={line.goods_id} className="flex items-baseline gap-2">
            <span className="min-w-0 break-all">{line.name}</span>
            <span className="flex-none text-note text-ink-2 num">数量{line.number}</span>
            <Send what={line.name} onSend={onSend} card={{ kind: 'goods', ref: String(line.goods_id) }} />
          </li>
        ))}
      </Part>
      {/* A merchant's people read papers with a first order, not here. */}
      {papers.length > 0 && (
        <Part title="证照" empty="没有证照" count={papers.length}>
          {papers.map((paper) => (
            <li key={paper.name} className="flex flex-wrap items-baseline gap-x-2">
              <span>{paper.name}</span>
              <span className="text-note text-ink-2 num">
                {paper.state_text}
                {paper.valid_to !== '' && ` · 至${paper.valid_to}`}
              </span>
            </li>
          ))}
        </Part>
      )}
    </div>
  );
}

interface PartProps {
  title: string;
  empty: string;
  count: number;
  children: ReactNode;
}

function Part({ title, empty, count, children }: PartProps) {
  return (
    <section className="grid gap-1.5" aria-label={title}>
      <h3 className="m-0 text-small font-600">{title}</h3>
      {count === 0 ? (
        <p className="m-0 text-ink-2">{empty}</p>
      ) : (
        <ul className="grid gap-1.5 m-0 p-0 list-none">{children}</ul>
      )}
    </section>
  );
}

function Way({ link, text }: { link: string; text: string }) {
  return link === '' ? (
    <span className="num">{text}</span>
  ) : (
    <a className="link num" href={link}>
      {text}
    </a>
  );
}

interface SendProps {
  what: string;
  card: CardValues;
  onSend: Props['onSend'];
}

function Send({ what, card, onSend }: SendProps) {
  if (onSend === undefined) return null;
  return (
    <button
      type="button"
      className="btn-text btn-small ml-auto flex-none"
      aria-label={`发送${what}`}
      onClick={() => onSend(card)}
    >
      发送
    </button>
  );
}
