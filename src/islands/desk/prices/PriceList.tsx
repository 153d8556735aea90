import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { ownPrices } from '#lib/contract/desk/lists/own-prices.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { OwnPriceDialog } from './OwnPriceDialog.tsx';

/** Agreed prices of a merchant's items, and a new one. */
export function PriceList(list: OpenedList<typeof ownPrices>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ListPage
      {...list}
      tools={(reload) => (
        <>
          <Button size="small" className="max-md:h-touch" onClick={() => setOpen(true)}>
            设置协议价
          </Button>
          {isOpen && (
            <OwnPriceDialog
              onClose={() => setOpen(false)}
              onDone={() => {
                setOpen(false);
                reload();
              }}
            />
          )}
        </>
      )}
    />
  );
}
