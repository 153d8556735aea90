import { QrCode } from '#islands/ui/QrCode.tsx';
import type { DrawnQr } from '#lib/contract/fields.ts';

interface Props {
  qr: DrawnQr;
  /** The way to pay. */
  name: string;
}

/** A QR code for another phone; a viewer on a phone gets a hint. */
export function ScanCode({ qr, name }: Props) {
  return (
    <div className="grid gap-2 justify-items-center">
      <QrCode qr={qr} label={`${name}付款二维码`} />
      <p className="md:hidden max-w-60 text-note text-ink-2 text-center">
        正用手机看本页的，请在另一台设备上打开本页再扫码，或换一种方式支付。
      </p>
    </div>
  );
}

/** The instruction for a code of this way: some have it in their name. */
export function scanName(name: string): string {
  return name.endsWith('扫码') ? name : `${name}扫码`;
}
