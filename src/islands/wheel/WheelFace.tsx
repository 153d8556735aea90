import { type Ref, useImperativeHandle, useRef } from 'react';
import type { Drawn, WheelPrize } from '#lib/contract/wheel.ts';
import { CalmCard } from './CalmCard.tsx';

export interface Turner {
  /** Turns until the pointer stands at a prize; resolves then, or at once where no motion is wanted. */
  turnTo(prizeId: number): Promise<void>;
}

interface Props {
  prizes: readonly Pick<WheelPrize, 'id' | 'name' | 'kind'>[];
  drawn: Pick<Drawn, 'name' | 'kind'> | null;
  ref: Ref<Turner>;
}

const turns = 5;
const turnMs = 3_600;
const radius = 96;

/**
 * The wheel with a sector a prize, all of one size: sizes say nothing about odds. Read out as text beside it.
 * Where no motion is wanted, styles show the card instead: a swap by script would move the page.
 */
export function WheelFace({ prizes, drawn, ref }: Props) {
  const disc = useRef<SVGGElement>(null);
  const angle = 360 / Math.max(1, prizes.length);
  useImperativeHandle(ref, () => ({
    async turnTo(prizeId) {
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const at = prizes.findIndex(({ id }) => id === prizeId);
      const end = turns * 360 - Math.max(0, at) * angle;
      const animation = disc.current?.animate(
        [{ transform: 'rotate(0deg)' }, { transform: `rotate(${end}deg)` }],
        { duration: turnMs, easing: 'cubic-bezier(0.15, 0.75, 0.2, 1)', fill: 'forwards' },
      );
      // An animation that was cut by leaving the page is no fault of the draw.
      await animation?.finished.catch(() => undefined);
    },
  }));
  return (
    <>
      <svg
        viewBox="-104 -112 208 216"
        className="block w-full max-w-380px mx-auto motion-reduce:hidden"
        aria-hidden="true"
      >
        <circle r="102" className="fill-[var(--promo)]" />
        <g ref={disc}>
          {prizes.map(({ id, name, kind }, at) => (
            <g key={id} transform={`rotate(${at * angle})`}>
              <path d={sector(angle)} className={fillOf(at, kind)} />
              {linesOf(name, prizes.length > 8 ? 4 : 6).map((line, row) => (
                <text
                  key={row}
                  x="0"
                  y={-radius + 24 + row * 12}
                  textAnchor="middle"
                  fontSize={prizes.length > 8 ? 8 : 10}
                  className="fill-[var(--ink)] font-600"
                >
                  {line}
                </text>
              ))}
            </g>
          ))}
        </g>
        <path d="M0 -92 L-9 -110 L9 -110 Z" className="fill-[var(--price)]" />
        <circle r="22" className="fill-[var(--card)] stroke-[var(--promo)]" strokeWidth="4" />
      </svg>
      <CalmCard drawn={drawn} />
    </>
  );
}

/** A sector around the top; a whole circle for one prize. */
function sector(angle: number): string {
  if (angle >= 360) return `M0 ${-radius} A${radius} ${radius} 0 1 1 -0.01 ${-radius} Z`;
  const half = (angle / 2) * (Math.PI / 180);
  const x = (radius * Math.sin(half)).toFixed(2);
  const y = (-radius * Math.cos(half)).toFixed(2);
  return `M0 0 L-${x} ${y} A${radius} ${radius} 0 ${angle > 180 ? 1 : 0} 1 ${x} ${y} Z`;
}

function fillOf(at: number, kind: WheelPrize['kind']): string {
  if (kind === 'nothing') return 'fill-[var(--card-dim)]';
  return at % 2 === 0 ? 'fill-[var(--promo-wash)]' : 'fill-[var(--card)]';
}

/** A name in two lines at most, of about the same length. */
function linesOf(name: string, lineLength: number): string[] {
  const letters = [...name];
  if (letters.length <= lineLength) return [name];
  const half = Math.min(lineLength, Math.ceil(letters.length / 2));
  const rest = letters.slice(half);
  const second = rest.length > lineLength ? [...rest.slice(0, lineLength - 1), '…'] : rest;
  return [letters.slice(0, half).join(''), second.join('')];
}
