import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { readCarrier } from '#lib/rules/orders/carriers.ts';

interface Props {
  label?: string;
  /** The page opens with the focus in it. */
  isFirst?: boolean;
  choices: readonly string[];
  name: string;
  defaultValue: string;
  error: string | undefined;
}

/** 承运方: chosen from the list by typing; the merchant's last ones come first. */
export function CarrierField({ label = '承运方', isFirst = false, choices, ...field }: Props) {
  const id = useId();
  return (
    <>
      <Field
        label={label}
        maxLength={50}
        list={id}
        placeholder="输入筛选，或写“其他：名称”"
        autoComplete="off"
        required
        {...(isFirst && { 'data-land': '' })}
        {...field}
      />
      <datalist id={id}>
        {choices.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** Faults of carrier and number that need no request to the server. */
export function findParcelFaults(
  carrier: string,
  trackingNo: string,
): { carrier?: string; tracking_no?: string } {
  const read = carrier.trim() === '' ? { fault: '请填写承运方' } : readCarrier(carrier);
  return {
    ...('fault' in read && { carrier: read.fault }),
    ...(trackingNo.trim() === '' && { tracking_no: '请填写运单号' }),
  };
}
