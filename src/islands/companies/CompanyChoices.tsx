import { Check } from '#islands/ui/Check.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { type BuyerType, buyerTypes, type ScopeCode } from '#lib/rules/companies/qualification.ts';
import { entriesOf } from '#lib/rules/terms/keys.ts';

interface TypeProps {
  /** Empty: nothing is chosen yet. */
  type: BuyerType | '';
  error: string | undefined;
  onPick: (type: BuyerType) => void;
}

/** The buyer type of a company; it decides the required documents and scopes (rules 2). */
export function BuyerTypeChoice({ type, error, onPick }: TypeProps) {
  return (
    <FieldGroup legend="企业类型" required error={error}>
      <div className="grid grid-cols-2 sm:grid-cols-3 gap-2">
        {entriesOf(buyerTypes).map(([value, { text }]) => (
          <label
            key={value}
            className="flex items-center gap-2 min-h-touch px-3 rounded border border-solid border-line cursor-pointer has-[:checked]:(border-primary bg-primary-wash)"
          >
            <Check
              type="radio"
              name="buyer_type"
              value={value}
              checked={type === value}
              onPick={(isOn) => isOn && onPick(value)}
            />
            {text}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

interface ScopeProps {
  legend: string;
  hint: string;
  offered: readonly ScopeCode[];
  scopes: ReadonlySet<string>;
  error: string | undefined;
  onChange: (scopes: ReadonlySet<string>) => void;
}

/** The scopes that a company requests, among those of its type. */
export function ScopeChoice({ legend, hint, offered, scopes, error, onChange }: ScopeProps) {
  function pick(scope: ScopeCode, isOn: boolean) {
    const now = new Set(scopes);
    if (isOn) now.add(scope);
    else now.delete(scope);
    onChange(now);
  }
  return (
    <FieldGroup legend={legend} required error={error} hint={hint}>
      {offered.length > 0 && (
        <div className="grid grid-cols-2 sm:grid-cols-4 gap-x-3">
          {offered.map((scope) => (
            <label key={scope} className="flex items-center gap-2 min-h-touch">
              <Check
                type="checkbox"
                name="scopes"
                value={scope}
                checked={scopes.has(scope)}
                onPick={(isOn) => pick(scope, isOn)}
              />
              {scope}
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}
