import { deleteLines } from '#lib/client/stores/cart/cart.ts';
import { keepForLater } from '#lib/client/stores/cart/cart-later.ts';

interface Props {
  id: number;
  name: string;
  isDisabled: boolean;
}

/** 稍后再买 and 删除 of a line. */
export function LineButtons({ id, name, isDisabled }: Props) {
  return (
    <div className="flex max-lg:(flex-col col-start-1 row-start-2 -mx-2) items-center lg:justify-center">
      <button
        type="button"
        className="icon-button"
        aria-label={`${name}稍后再买`}
        title="稍后再买"
        disabled={isDisabled}
        onClick={() => void keepForLater(id)}
      >
        <span className="i-lucide-archive text-title" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`删除${name}`}
        title="删除"
        disabled={isDisabled}
        onClick={() => void deleteLines([id])}
      >
        <span className="i-lucide-trash-2 text-title" aria-hidden="true" />
      </button>
    </div>
  );
}
