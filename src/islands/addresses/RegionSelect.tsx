import { useEffect, useState } from 'react';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { loadRegions } from '#lib/client/stores/checkout/addresses.ts';
import type { RegionNode } from '#lib/contract/addresses.ts';

interface Props {
  /** Code of the district; empty while none is chosen. */
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}

const cityDigits = 4;

/** Province, city, district: three boxes, each narrowed by the one before. */
export function RegionSelect({ value, onChange, error }: Props) {
  const [regions, setRegions] = useState<RegionNode[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // A province and a city alone are no address yet: they live here until a district is chosen.
  const [part, setPart] = useState(value);

  function load() {
    setFailed(false);
    loadRegions().then(setRegions, () => setFailed(true));
  }
  useEffect(load, []);

  const code = value || part;
  const province = regions?.find((node) => code.startsWith(node.code));
  const city = province?.children?.find((node) => code.length >= cityDigits && code.startsWith(node.code));

  function choose(next: string) {
    // The only city of a municipality needs no choosing.
    const only = regions?.find((node) => node.code === next)?.children;
    const settled = only?.length === 1 && only[0] ? only[0].code : next;
    setPart(settled);
    onChange(settled.length > cityDigits ? settled : '');
  }

  return (
    <FieldGroup legend="所在地区" required error={error}>
      <div className="grid grid-cols-3 gap-2">
        <Box
          label="省份"
          nodes={regions ?? []}
          value={province?.code ?? ''}
          isInvalid={error !== undefined}
          onChange={choose}
        />
        <Box
          label="城市"
          nodes={province?.children ?? []}
          value={city?.code ?? ''}
          isInvalid={error !== undefined}
          onChange={choose}
        />
        <Box
          label="区县"
          nodes={city?.children ?? []}
          value={value}
          isInvalid={error !== undefined}
          onChange={choose}
        />
      </div>
      {hasFailed && (
        <p role="alert" className="text-note text-price">
          地区加载失败，
          <button type="button" className="p-0 border-0 bg-transparent text-info underline" onClick={load}>
            重新加载
          </button>
        </p>
      )}
    </FieldGroup>
  );
}

interface BoxProps {
  label: string;
  nodes: readonly RegionNode[];
  value: string;
  isInvalid: boolean;
  onChange: (code: string) => void;
}

function Box({ label, nodes, value, isInvalid, onChange }: BoxProps) {
  return (
    <SelectBox
      label={label}
      hidesLabel
      data-field="region_code"
      aria-invalid={isInvalid && value === '' ? true : undefined}
      value={value}
      disabled={nodes.length === 0}
      placeholder={label}
      options={nodes.map((node) => ({ value: node.code, text: node.name }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
