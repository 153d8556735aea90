import type { ReceivingSheet } from '#lib/contract/receiving.ts';
import { readTemperature } from '#lib/rules/orders/cold-chain.ts';

interface Props {
  parcels: ReceivingSheet['cold'];
  /** The typed temperatures, by tracking number. */
  typed: Readonly<Record<string, string>>;
  /** Sentences about goods that came out of their range, by tracking number. */
  warm: Readonly<Record<string, string>>;
  mayReport: boolean;
  onType: (trackingNo: string, text: string) => void;
}

/** The departure of each refrigerated parcel, and the input for its arrival temperature. */
export function ColdParcels({ parcels, typed, warm, mayReport, onType }: Props) {
  return (
    <ul aria-label="冷链包裹" className="border border-solid border-line rounded">
      {parcels.map((parcel) => {
        const { tracking_no: no, arrived } = parcel;
        const text = typed[no] ?? '';
        const isWrong = text !== '' && readTemperature(text) === null;
        const said = isWrong ? '请填写度数，如5.2' : (warm[no] ?? '');
        return (
          <li
            key={no}
            className="grid sm:grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-3 py-2 border-t border-t-solid border-line first:border-t-0 text-small"
          >
            <div className="min-w-0">
              <p className="font-500 num">
                冷链 · {parcel.carrier} {no}
              </p>
              <p className="text-note text-ink-2 num break-words">
                {[
                  parcel.sent === '' ? '商家没有登记启运温度' : `启运温度${parcel.sent}`,
                  parcel.cooler,
                  parcel.recorder === '' ? '' : `记录仪${parcel.recorder}`,
                ]
                  .filter((one) => one !== '')
                  .join(' · ')}
              </p>
            </div>
            {arrived !== '' ? (
              <p className="num">
                到货温度 <b>{arrived}</b>
              </p>
            ) : (
              mayReport && (
                <label className="flex items-center gap-2">
                  <span className="whitespace-nowrap">到货温度（℃）</span>
                  <input
                    type="text"
                    inputMode="decimal"
                    maxLength={20}
                    className="w-6rem h-control px-2 text-right num border border-solid border-line-strong rounded"
                    aria-label={`运单${no}的到货温度`}
                    aria-invalid={isWrong || undefined}
                    value={text}
                    onChange={(event) => onType(no, event.target.value)}
                  />
                </label>
              )
            )}
            {said !== '' && (
              <p role="status" className="sm:col-span-full text-price num">
                {said}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
