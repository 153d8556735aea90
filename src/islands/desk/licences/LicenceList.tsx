import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { cellText } from '#lib/contract/desk/cells.ts';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { licencesList } from '#lib/contract/desk/lists/licences.ts';
import { type LicenceKind, licenceKinds } from '#lib/rules/companies/licences.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { HandInDialog } from './HandInDialog.tsx';

interface Props extends OpenedList<typeof licencesList> {
  /** The platform decides; a merchant's people hand in. */
  mayHandIn: boolean;
}

/** Registered licences of merchants: their states, submissions, and decisions. */
export function LicenceList({ mayHandIn, ...list }: Props) {
  // undefined: closed. null: the kind is still to be chosen.
  const [handing, setHanding] = useState<LicenceKind | null | undefined>(undefined);
  const { kind: kindColumn, state: stateColumn } = list.list.columns;
  return (
    <>
      {mayHandIn && (
        <p className="mb-3 text-small text-ink-2">
          证照过期后本店商品自动暂停销售，平台核验新证后自动恢复；通过的新证同时进入首营资料。
        </p>
      )}
      <ListPage
        {...list}
        cells={{
          kind: ({ kind, may_hand_in: may }) => {
            const text = String(cellText(kindColumn, kind));
            return (
              <>
                {text}{' '}
                {may === 1 && isKeyOf(licenceKinds, kind) && (
                  <RowButton text="提交新证" of={text} onPress={() => setHanding(kind)} />
                )}
              </>
            );
          },
          valid_to: ({ number, valid_to: to }) => (number !== '' && to === '' ? '长期' : to),
          state: ({ state }) => (
            <Tag kind={state === 'none' ? 'plain' : state === 'valid' ? 'soft' : 'warn'}>
              {cellText(stateColumn, state)}
            </Tag>
          ),
        }}
        tools={(reload) =>
          mayHandIn && (
            <>
              <Button size="small" className="max-md:h-touch" onClick={() => setHanding(null)}>
                提交证照
              </Button>
              {handing !== undefined && (
                <HandInDialog
                  kind={handing}
                  onClose={() => setHanding(undefined)}
                  onDone={() => {
                    setHanding(undefined);
                    reload();
                  }}
                />
              )}
            </>
          )
        }
      />
    </>
  );
}
