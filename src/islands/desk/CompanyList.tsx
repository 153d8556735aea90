import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { companies } from '#lib/contract/desk/lists/companies.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from './kit/ListPage.tsx';
import { LettersDialog } from './letters/LettersDialog.tsx';
import { OpenCompanyDialog } from './OpenCompanyDialog.tsx';

interface Props extends OpenedList<typeof companies> {
  /** The person may open accounts for companies. */
  mayOpen: boolean;
  /** The person may write messages to companies. */
  mayWrite: boolean;
}

/** A search of companies, the way to open an account for one, and to write to all that were found. */
export function CompanyList({ mayOpen, mayWrite, ...list }: Props) {
  const [opened, setOpened] = useState<'open' | 'write' | null>(null);
  const close = () => setOpened(null);
  return (
    <ListPage
      {...list}
      onOpen={({ id }) => location.assign(path('/desk/companies/[id]', { id }))}
      tools={(reload) => (
        <>
          {mayWrite && (
            <Button kind="plain" size="small" className="max-md:h-touch" onClick={() => setOpened('write')}>
              发消息
            </Button>
          )}
          {mayOpen && (
            <Button size="small" className="max-md:h-touch" onClick={() => setOpened('open')}>
              代开账户
            </Button>
          )}
          {opened === 'write' && <LettersDialog search={list.search} onClose={close} />}
          {opened === 'open' && <OpenCompanyDialog onClose={close} onDone={reload} />}
        </>
      )}
    />
  );
}
