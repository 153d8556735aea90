import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { MerchantBox } from '#islands/ui/MerchantBox.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { path } from '#lib/contract/routes.ts';

interface Props {
  tab: string;
  month: string;
  merchant?: number | undefined;
  no: string;
  merchants: readonly { id: number; name: string }[];
  months: readonly string[];
}

/** Month, merchant and order of a tab: a plain form, so that the address contains the search. */
export function InvoiceSearch({ tab, month, merchant, no, merchants, months }: Props) {
  return (
    <search>
      <form
        action={path('/zzfw/dzfp')}
        className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-2.5 text-small border-b border-b-solid border-line"
      >
        <input type="hidden" name="tab" value={tab} />
        <SelectBox
          label="月份"
          hidesLabel
          name="month"
          defaultValue={month}
          className="input px-2 md:w-130px w-[calc(50%-4px)]"
          options={[{ value: '', text: '全部月份' }, ...months.map((one) => ({ value: one, text: one }))]}
        />
        <MerchantBox
          merchants={merchants}
          merchant={merchant}
          className="input px-2 w-[calc(50%-4px)] md:w-140px"
        />
        <input
          type="search"
          name="no"
          defaultValue={no}
          maxLength={40}
          aria-label="订单号"
          placeholder="订单号"
          className="input flex-1 md:flex-none md:w-200px min-w-140px"
        />
        <Button kind="plain" type="submit">
          查询
        </Button>
        {(month !== '' || merchant !== undefined || no !== '') && (
          <a className={buttonClass('text', 'small')} href={path('/zzfw/dzfp', undefined, { tab })}>
            清除
          </a>
        )}
      </form>
    </search>
  );
}
