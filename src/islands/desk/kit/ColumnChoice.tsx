import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { type ListShape, shownColumns } from '#lib/contract/desk/list.ts';

interface Props {
  list: ListShape;
  chosen: string;
  /** Address of the list with these columns; empty are its own. */
  hrefOf: (columns: string) => string;
}

/** The choice of the columns of table and file. It is part of the address. */
export function ColumnChoice({ list, chosen, hrefOf }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [names, setNames] = useState(() => shownColumns(list, chosen).map(([name]) => name));
  const all = Object.entries(list.columns).filter(([, { isHidden }]) => isHidden !== true);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="plain" size="small" className="max-md:h-touch" onClick={() => setOpen(true)}>
        列
      </Button>
      <Dialog
        open={isOpen}
        title="显示的列"
        onClose={close}
        footer={
          <>
            <a className={buttonClass('plain')} href={hrefOf('')}>
              恢复默认
            </a>
            <a className={buttonClass()} href={hrefOf(names.join(','))}>
              确定
            </a>
          </>
        }
      >
        <div className="grid grid-cols-2 gap-1">
          {all.map(([name, { head, isTitle }]) => (
            <Tick
              key={name}
              label={head}
              isLabelShown
              isOn={names.includes(name)}
              isDisabled={isTitle === true}
              onChange={(isOn) =>
                setNames((now) => (isOn ? [...now, name] : now.filter((one) => one !== name)))
              }
            />
          ))}
        </div>
      </Dialog>
    </>
  );
}
