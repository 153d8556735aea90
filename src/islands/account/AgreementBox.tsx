import { Check } from '#islands/ui/Check.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { path } from '#lib/contract/routes.ts';
import { agreementVersion } from '#lib/rules/companies/registration.ts';

interface Props {
  isAgreed: boolean;
  onPick: (isAgreed: boolean) => void;
  error: string | undefined;
  /** Additional text: 并有权代表企业注册. */
  also?: string;
}

/** The box of the agreement and the privacy policy, with the version that is in force; its field is `agreement`. */
export function AgreementBox({ isAgreed, onPick, error, also = '' }: Props) {
  return (
    <FieldGroup legend={<span className="sr-only">协议</span>} error={error}>
      <label className="flex items-start gap-2 py-2 text-small">
        <Check
          type="checkbox"
          name="agreement"
          value={agreementVersion}
          className="mt-1"
          checked={isAgreed}
          onPick={onPick}
        />
        <span>
          我已阅读并同意
          <TextLink page="yhxy" title="《用户协议》" />和<TextLink page="yszc" title="《隐私政策》" />
          <span className="whitespace-nowrap">（{agreementVersion}版）</span>
          {also}
        </span>
      </label>
    </FieldGroup>
  );
}

function TextLink({ page, title }: { page: 'yhxy' | 'yszc'; title: string }) {
  return (
    <a
      className="link underline"
      href={path('/help/[group]/[page]', { group: 'fwbz', page })}
      target="_blank"
      rel="noopener"
    >
      {title}
    </a>
  );
}
