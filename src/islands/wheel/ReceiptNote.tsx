import { useEffect, useState } from 'react';
import { path } from '#lib/contract/routes.ts';
import type { Drawn, WheelVersion } from '#lib/contract/wheel.ts';

interface Props {
  drawn: Drawn;
  /** The decks as this page has published them, not as the answer says. */
  versions: readonly Pick<WheelVersion, 'root' | 'tickets'>[];
}

/** What proves a draw, checked in this browser: its ticket is in the deck whose root was published before. */
export function ReceiptNote({ drawn, versions }: Props) {
  const [isTrue, setTrue] = useState<boolean | null>(null);
  useEffect(() => {
    let isOld = false;
    void check(drawn, versions).then(
      (found) => isOld || setTrue(found),
      () => undefined,
    );
    return () => {
      isOld = true;
    };
  }, [drawn, versions]);
  return (
    <p className="text-note text-ink-2 num break-all">
      第{drawn.seq}次抽奖，第{drawn.ticket + 1}号奖券（共{drawn.tickets}张），随机码{drawn.buyer_seed}
      {isTrue === true && '；本机已核对：奖券在事先公布的奖券里'}
      {isTrue === false && <b className="text-price-ink">；本机核对不符，请联系客服</b>}
      {'。'}
      <a
        className="link"
        href={path('/zpcj/verify', undefined, {
          id: drawn.wheel_id,
          seq: drawn.seq,
          ticket: drawn.ticket + 1,
        })}
      >
        怎么核对
      </a>
    </p>
  );
}

/** Null where the page has not published this deck yet: it is loaded anew after a draw. */
async function check(
  { root, tickets, ticket, prize_id: prizeId, path: way, buyer_seed: buyerSeed, seq }: Drawn,
  versions: Props['versions'],
): Promise<boolean | null> {
  if (!versions.some((one) => one.root === root && one.tickets === tickets)) return null;
  const [{ hashes }, { isReceiptTrue }] = await Promise.all([
    import('#lib/client/hashes.ts'),
    import('#lib/rules/wheel/draw.ts'),
  ]);
  return isReceiptTrue(hashes, { root, tickets, ticket, prizeId, path: way, buyerSeed, seq });
}
