import { defineConfig, presetWind3, transformerDirectives, transformerVariantGroup } from 'unocss';
import { iconStyles } from './scripts/icons.ts';

/** Sizes of text, `text-note`; larger marks are drawn with them too. */
export const textSizes = {
  /** Secondary facts, tags. */
  note: '12px',
  small: '13px',
  body: '14px',
  lead: '15px',
  /** Of a panel or a dialog. */
  title: '16px',
  head: '18px',
  /** Of a part of a page. */
  section: '20px',
  large: '22px',
  figure: '24px',
  banner: '28px',
  /** Icons of a face: nothing there, paid, failed. */
  mark: '40px',
  hero: '64px',
} as const;

/** Heights of controls and rows, `h-control`, also `min-h-`, `w-` and `min-w-` for what is square. */
export const controlSizes = {
  tag: '18px',
  chip: '24px',
  small: '28px',
  /** Icon buttons, ticks. */
  tool: '32px',
  /** Buttons and boxes. */
  control: '34px',
  nav: '42px',
  /** What a thumb hits. */
  touch: '44px',
  /** The head of a panel. */
  title: '46px',
  head: '48px',
  /** Bars that stay in sight. */
  bar: '56px',
} as const;

/**
 * Spaces have no names: they are steps of UnoCSS's own scale, `gap-3`, `mt-1.5`. A step is a quarter of the text of the
 * page (`html` in base.css, 14 px), so 3.5 px. Pixels are for what follows a picture or a border.
 */

/** `rounded` alone is that of panels and buttons. */
export const radii = { tag: '4px', panel: '8px', sheet: '12px' } as const;

/**
 * The theme: colours are the CSS variables of `src/layouts/base.css`, so one place changes them all. The shortcuts are
 * the few pieces that every room draws alike; what is used once is written with utilities where it stands.
 */
export default defineConfig({
  presets: [presetWind3({ preflight: 'on-demand' })],
  rules: [
    // The theme's own sizes of text bring a line height along, which would undo that of a button.
    [
      new RegExp(`^text-(${Object.keys(textSizes).join('|')})$`),
      ([, name]) => ({ 'font-size': textSizes[name as keyof typeof textSizes] }),
    ],
    [/^i-lucide-([a-z0-9-]+)$/, ([, name]) => iconStyles(name ?? ''), { layer: 'icons' }],
  ],
  // A button's size stands over its kind, and below what is written where it stands.
  layers: { icons: -30, sizes: -5 },
  transformers: [transformerDirectives(), transformerVariantGroup()],
  theme: {
    colors: {
      primary: { DEFAULT: 'var(--primary)', ink: 'var(--primary-ink)', wash: 'var(--primary-wash)' },
      price: { DEFAULT: 'var(--price)', ink: 'var(--price-ink)', wash: 'var(--price-wash)' },
      promo: { DEFAULT: 'var(--promo)', ink: 'var(--promo-ink)', wash: 'var(--promo-wash)' },
      info: { DEFAULT: 'var(--info)', ink: 'var(--info-ink)', wash: 'var(--info-wash)' },
      ink: { DEFAULT: 'var(--ink)', 2: 'var(--ink-2)', 3: 'var(--ink-3)' },
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)' },
      page: 'var(--page)',
      card: { DEFAULT: 'var(--card)', dim: 'var(--card-dim)' },
      night: { DEFAULT: 'var(--night)', line: 'var(--night-line)', text: 'var(--night-text)' },
    },
    height: controlSizes,
    minHeight: controlSizes,
    width: controlSizes,
    minWidth: controlSizes,
    borderRadius: { DEFAULT: 'var(--radius)', ...radii },
    boxShadow: { float: 'var(--shadow)' },
    breakpoints: { sm: '640px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1440px' },
  },
  shortcuts: [
    {
      wrap: 'w-[min(var(--wrap),100%-20px)] lg:w-[min(var(--wrap),100%-104px)] mx-auto',
      'wrap-wide': 'w-[min(1440px,100%-20px)] lg:w-[min(1440px,100%-104px)] mx-auto',
      num: 'tabular-nums',
      panel: 'bg-card border border-solid border-line rounded',
      'panel-title':
        'flex items-center gap-3 m-0 px-4 py-1.5 min-h-title text-title font-600 border-b border-b-solid border-line',
      'section-title':
        'flex flex-wrap items-baseline gap-x-3 gap-y-1 mt-7 mb-3 text-section font-600 [&>h2]:whitespace-nowrap',
      'btn-base':
        'inline-flex items-center justify-center gap-1.5 h-control px-4 rounded border border-solid text-body font-500 leading-none whitespace-nowrap cursor-pointer select-none transition-colors duration-150 aria-[disabled=true]:cursor-not-allowed disabled:cursor-not-allowed',
      btn: 'btn-base bg-primary border-primary text-white hover:(bg-primary-ink border-primary-ink text-white) disabled:(!bg-line !border-line !text-ink-2) aria-[disabled=true]:(!bg-line !border-line !text-ink-2)',
      'btn-ghost':
        'btn-base bg-card border-primary text-primary hover:(bg-primary-wash text-primary-ink) disabled:(!border-line !text-ink-3 !bg-card)',
      'btn-plain':
        'btn-base bg-card border-line-strong text-ink hover:(border-primary text-primary) disabled:(!border-line !text-ink-3) aria-[disabled=true]:(!border-line !text-ink-3)',
      'btn-danger':
        'btn-base bg-price border-price text-white hover:(brightness-92 text-white) disabled:(!bg-line !border-line !text-ink-2)',
      'btn-text':
        'btn-base px-1 bg-transparent border-transparent text-info hover:(text-info-ink underline) disabled:(!text-ink-3 !no-underline)',
      tag: 'inline-flex items-center justify-center h-tag px-1.25 rounded-tag text-note leading-none font-500 whitespace-nowrap align-[1px]',
      'tag-promo': 'tag bg-promo-wash text-promo-ink',
      'tag-soft': 'tag bg-primary-wash text-primary-ink',
      'tag-info': 'tag bg-info-wash text-info-ink',
      'tag-plain': 'tag bg-card-dim text-ink-2',
      'tag-warn': 'tag bg-price-wash text-price-ink',
      // Outlined: they belong to every name and must not be louder.
      'tag-rx': 'tag border border-solid border-[#c62f4b] text-[#b3213c]',
      'tag-otc': 'tag border border-solid border-[#1f7a3a] text-[#1f7a3a]',
      'tag-otcb': 'tag border border-solid border-[#147474] text-[#147474]',
      input:
        'w-full h-control px-3 rounded border border-solid border-line-strong bg-card text-body text-ink placeholder:text-ink-3 hover:border-primary focus:(border-primary outline-none ring-3 ring-primary-wash) disabled:(bg-card-dim text-ink-3) aria-[invalid=true]:border-price',
      // Beside one with a note its box stays where it is.
      field: 'grid content-start gap-1.5',
      // As many cards as the room has width for, five at most: a card's controls need 212 px.
      'goods-grid':
        'grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(max(212px,(100%-48px)/5),1fr))] gap-2 sm:gap-3',
      badge:
        'inline-grid place-items-center min-w-tag h-tag px-1.25 rounded-full bg-price text-white text-note leading-none font-500 tabular-nums',
      link: 'text-info hover:(text-info-ink underline)',
      'icon-button':
        'inline-grid place-items-center w-tool h-tool p-0 rounded border-0 bg-transparent text-ink-2 cursor-pointer hover:(bg-card-dim text-ink)',
      'sr-only-focusable': 'sr-only focus:not-sr-only',
    },
    ['btn-small', 'h-small px-2.5 text-note', { layer: 'sizes' }],
    ['btn-big', 'h-touch px-8 text-title font-600', { layer: 'sizes' }],
  ],
});
