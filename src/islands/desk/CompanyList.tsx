import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { companies } from '#lib/contract/desk/lists/companies.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from './kit/ListPage.tsx';
import { OpenCompanyDialog } from './OpenCompanyDialog.tsx';

interface Props extends OpenedList<typeof companies> {
  /** The person may open accounts for companies. */
  mayOpen: boolean;
}

/** A search of companies, and the way to open an account for one. */
export function CompanyList({ mayOpen, ...list }: Props) {
  const [isOpening, setOpening] = useState(false);
  return (
    <ListPage
      {...list}
      onOpen={({ id }) => location.assign(path('/desk/companies/[id]', { id }))}
      tools={(reload) =>
        mayOpen && (
          <>
            <Button size="small" className="max-md:h-touch" onClick={() => setOpening(true)}>
              代开账户
            </Button>
            {isOpening && <OpenCompanyDialog onClose={() => setOpening(false)} onDone={reload} />}
          </>
        )
      }
    />
  );
}
