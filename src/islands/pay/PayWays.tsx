import { Check } from '#islands/ui/Check.tsx';
import { balanceProvider, bankProvider } from '#lib/contract/constants.ts';
import type { PayChoice, PayMethod } from '#lib/contract/payments/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { Mix, PayPlan, PlannedWay } from './plan.ts';

const icons: Record<string, string> = {
  [balanceProvider]: 'i-lucide-wallet',
  sandbox: 'i-lucide-landmark',
  wechat: 'i-lucide-qr-code',
  wechat_jsapi: 'i-lucide-smartphone',
  alipay_qr: 'i-lucide-scan-line',
  [bankProvider]: 'i-lucide-landmark',
};

interface Props {
  plan: PayPlan;
  choice: PayChoice;
  onChoose: (choice: PayChoice) => void;
  /** The id of the heading that names them. */
  labelledBy: string;
  /** It stands in a column beside the goods. */
  isNarrow?: boolean;
}

/** The ways to pay, and the balance next to a remote one. Shared by the confirm page and the pay page. */
export function PayWays({ plan, choice, onChoose, labelledBy, isNarrow = false }: Props) {
  const { ways, way, mix, fromBalance } = plan;
  return (
    <>
      <div
        role="radiogroup"
        aria-labelledby={labelledBy}
        className={`grid ${isNarrow ? 'gap-2 p-3 sm:max-lg:grid-cols-2' : 'gap-2.5 p-4 sm:grid-cols-2'}`}
      >
        {ways.length === 0 && (
          <p className="text-small text-ink-2">您的账号没有付款权限，请由企业管理员或财务登录后支付。</p>
        )}
        {ways.map((one) => (
          <Way
            key={one.provider}
            way={one}
            isChosen={one === way}
            isNarrow={isNarrow}
            onChoose={() => onChoose({ ...choice, provider: one.provider })}
          />
        ))}
      </div>
      {way && mix && (
        <MixChoice
          mix={mix}
          way={way}
          isOn={fromBalance !== undefined}
          onPick={(isOn) => onChoose({ provider: way.provider, with_balance: isOn ? 1 : 0 })}
        />
      )}
    </>
  );
}

interface WayProps {
  way: PlannedWay;
  isChosen: boolean;
  isNarrow: boolean;
  onChoose: () => void;
}

function Way({ way, isChosen, isNarrow, onChoose }: WayProps) {
  return (
    <label
      className={`${isNarrow ? 'py-2 px-2.5' : 'p-3.5'} flex items-center gap-3 rounded border border-solid border-line cursor-pointer has-[:checked]:(border-primary bg-primary-wash) has-[:disabled]:(cursor-not-allowed bg-card-dim) has-[:focus-visible]:(ring-3 ring-primary-wash)`}
    >
      <Check
        type="radio"
        name="provider"
        value={way.provider}
        checked={isChosen}
        disabled={way.is_enabled === 0}
        onPick={onChoose}
        className="flex-none accent-[var(--primary)]"
      />
      <span
        className={`${icons[way.provider] ?? 'i-lucide-credit-card'} flex-none text-figure text-primary`}
        aria-hidden="true"
      />
      <span className="min-w-0">
        <span className="block font-600">
          {way.name}
          {way.balance !== undefined && (
            <span className="ml-2 num font-400 text-small text-ink-2 whitespace-nowrap">
              可用 ¥{showYuan(way.balance)}
            </span>
          )}
        </span>
        <span className={`block text-note ${way.reason ? 'text-price' : 'text-ink-2'}`}>
          {way.reason || way.describe}
          {way.isShort && (
            <a className="link underline ml-2" href={path('/wdqb/cz')}>
              去充值
            </a>
          )}
        </span>
      </span>
    </label>
  );
}

interface MixProps {
  mix: Mix;
  way: PayMethod;
  isOn: boolean;
  onPick: (isOn: boolean) => void;
}

function MixChoice({ mix, way, isOn, onPick }: MixProps) {
  const isOpen = 'balance' in mix;
  return (
    <label
      className={`flex items-center gap-2.5 px-4 pb-4 text-small ${isOpen ? 'cursor-pointer' : 'cursor-not-allowed text-ink-2'}`}
    >
      <Check
        type="checkbox"
        checked={isOn}
        disabled={!isOpen}
        onPick={onPick}
        className="flex-none accent-[var(--primary)]"
      />
      {isOpen ? (
        <span>
          同时使用余额 <b className="num">¥{showYuan(mix.balance)}</b>，其余{' '}
          <b className="num text-price">¥{showYuan(mix.rest)}</b> 用{way.name}付款
        </span>
      ) : (
        <span>同时使用余额：{mix.reason}</span>
      )}
    </label>
  );
}
