import { Tag } from '#islands/ui/Tag.tsx';
import type { ChatCard } from '#lib/contract/chat/cards.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** Goods, an order, a coupon… in a message, as far as the reader may see it. */
export function ChatCardBox({ card }: { card: ChatCard }) {
  if (card.is_open === 0)
    return (
      <p className="px-3 py-2 rounded border border-dashed border-line-strong text-small text-ink-2">
        {card.kind_text}：无权查看或已失效
      </p>
    );
  const content = (
    <>
      {card.image !== '' && (
        <img
          src={card.image}
          alt=""
          width="56"
          height="48"
          loading="lazy"
          decoding="async"
          className="flex-none w-bar h-head rounded-tag object-contain bg-card-dim"
        />
      )}
      <span className="block min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-1.5 text-small font-600">
          <Tag kind="soft">{card.kind_text}</Tag>
          <span className="min-w-0 break-words">{card.title}</span>
        </span>
        {card.lines.map((line) => (
          <span key={line} className="block text-note text-ink-2 break-words">
            {line}
          </span>
        ))}
        <span className="flex flex-wrap items-baseline gap-x-3 text-note">
          {card.price !== '' && <b className="num text-body text-price">¥{showYuan(card.price)}</b>}
          {card.amount !== '' && <span className="num">¥{showYuan(card.amount)}</span>}
          {card.status_text !== '' && <span className="text-ink-2">{card.status_text}</span>}
        </span>
      </span>
    </>
  );
  const look =
    'flex gap-2.5 w-260px max-w-full p-2.5 rounded border border-solid border-line bg-card text-ink text-left';
  return card.link === '' ? (
    <div className={look}>{content}</div>
  ) : (
    <a className={`${look} hover:border-primary`} href={card.link}>
      {content}
    </a>
  );
}
