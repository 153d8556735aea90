import { useStore } from '@nanostores/react';
import { $favorites, setFavorite } from '#lib/client/stores/goods/favorites.ts';
import { $offers } from '#lib/client/stores/goods/offers.ts';

interface Props {
  id: number;
  /** card: over the picture of a card · row: among other buttons · detail: with its words. */
  view?: 'card' | 'row' | 'detail';
}

const looks = {
  card: 'grid place-items-center w-36px h-36px p-0 border-0 rounded-full bg-card/85',
  row: 'icon-button',
  detail: 'btn-plain px-4',
} as const;

/** Toggles a favourite. Its state comes with the offers, or from changes on this page. */
export function FavoriteStar({ id, view = 'card' }: Props) {
  const key = String(id);
  const own = useStore($favorites, { keys: [key], ssr: 'initial' })[key];
  const offer = useStore($offers, { keys: [key], ssr: 'initial' })[key];
  const isFavorite = own ?? offer?.is_favorite === 1;
  return (
    <button
      type="button"
      className={`${looks[view]} ${isFavorite ? 'text-promo-ink' : 'text-ink-3'} hover:text-promo-ink`}
      aria-label={view === 'detail' ? undefined : '收藏'}
      aria-pressed={isFavorite}
      title={isFavorite ? '取消收藏' : '收藏'}
      onClick={() => void setFavorite(id, !isFavorite)}
    >
      <Star isFull={isFavorite} />
      {view === 'detail' && (isFavorite ? '已收藏' : '收藏')}
    </button>
  );
}

/** Lucide's star; the icons of the style sheet cannot be filled. */
function Star({ isFull }: { isFull: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill={isFull ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M11.5 2.3a.5.5 0 0 1 .9 0l2.4 4.7a2.1 2.1 0 0 0 1.5 1.2l5.2.7a.5.5 0 0 1 .3.9l-3.8 3.7a2.1 2.1 0 0 0-.6 1.8l.9 5.2a.5.5 0 0 1-.8.5l-4.6-2.4a2.1 2.1 0 0 0-2 0l-4.6 2.4a.5.5 0 0 1-.8-.5l.9-5.2a2.1 2.1 0 0 0-.6-1.8L2.2 9.8a.5.5 0 0 1 .3-.9l5.2-.7a2.1 2.1 0 0 0 1.5-1.2z" />
    </svg>
  );
}
