import { FieldGroup } from '#islands/ui/FieldGroup.tsx';

/** Whose licences a store buys on: the field `inherits` of its form. */
export function LicenceChoice({ error }: { error?: string | undefined }) {
  return (
    <FieldGroup legend="资质" error={error}>
      <label className="flex items-start gap-2 py-1">
        <input type="radio" name="inherits" value="1" defaultChecked />
        <span>
          沿用总部资质
          <span className="block text-note text-ink-2">
            同一法人的非独立门店：以总部名义购进，证照和经营范围以总部为准，总部证照到期时一并受限；送到其他区县的订单由商家发货前核对。
          </span>
        </span>
      </label>
      <label className="flex items-start gap-2 py-1">
        <input type="radio" name="inherits" value="0" />
        <span>
          用自己的资质
          <span className="block text-note text-ink-2">
            有自己的营业执照和许可证：提交后由平台审核，通过后可以下单。
          </span>
        </span>
      </label>
    </FieldGroup>
  );
}
