import { SelectBox } from './SelectBox.tsx';

interface Props {
  merchants: readonly { id: number; name: string }[];
  /** The chosen one; undefined for all. */
  merchant: number | undefined;
  className: string;
}

/** Narrows a list to one merchant. */
export function MerchantBox({ merchants, merchant, className }: Props) {
  return (
    <SelectBox
      label="商家"
      hidesLabel
      name="merchant"
      className={className}
      defaultValue={merchant === undefined ? '' : String(merchant)}
      options={[
        { value: '', text: '全部商家' },
        ...merchants.map(({ id, name }) => ({ value: String(id), text: name })),
      ]}
    />
  );
}
