import { defineConfig, presetWind3, transformerDirectives, transformerVariantGroup } from 'unocss';
import { iconStyles } from './scripts/icons.ts';

/**
 * The theme: colours are the CSS variables of `src/layouts/base.css`, so one place changes them all. The shortcuts are
 * the few pieces that every room draws alike; what is used once is written with utilities where it stands.
 */
export default defineConfig({
  presets: [presetWind3({ preflight: 'on-demand' })],
  rules: [[/^i-lucide-([a-z0-9-]+)$/, ([, name]) => iconStyles(name ?? ''), { layer: 'icons' }]],
  layers: { icons: -30 },
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
    borderRadius: { DEFAULT: 'var(--radius)' },
    boxShadow: { float: 'var(--shadow)' },
    breakpoints: { sm: '640px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1440px' },
  },
  shortcuts: [
    {
      wrap: 'w-[min(1200px,100%-20px)] lg:w-[min(1200px,100%-104px)] mx-auto',
      'wrap-wide': 'w-[min(1440px,100%-20px)] lg:w-[min(1440px,100%-104px)] mx-auto',
      num: 'tabular-nums',
      panel: 'bg-card border border-solid border-line rounded',
      'panel-title':
        'flex items-center gap-3 m-0 px-4 h-46px text-16px font-600 border-b border-b-solid border-line',
      'section-title':
        'flex flex-wrap items-baseline gap-x-3 gap-y-1 mt-7 mb-3 text-20px font-600 [&>h2]:whitespace-nowrap',
      'btn-base':
        'inline-flex items-center justify-center gap-1.5 h-34px px-4 rounded border border-solid text-14px font-500 leading-none whitespace-nowrap cursor-pointer select-none transition-colors duration-150 aria-[disabled=true]:cursor-not-allowed disabled:cursor-not-allowed',
      btn: 'btn-base bg-primary border-primary text-white hover:(bg-primary-ink border-primary-ink text-white) disabled:(bg-line border-line text-ink-2) aria-[disabled=true]:(bg-line border-line text-ink-2)',
      'btn-ghost':
        'btn-base bg-card border-primary text-primary hover:(bg-primary-wash text-primary-ink) disabled:(border-line text-ink-3 bg-card)',
      'btn-plain':
        'btn-base bg-card border-line-strong text-ink hover:(border-primary text-primary) disabled:(border-line text-ink-3)',
      'btn-danger':
        'btn-base bg-price border-price text-white hover:(brightness-92 text-white) disabled:(bg-line border-line text-ink-2)',
      'btn-text':
        'btn-base px-1 bg-transparent border-transparent text-info hover:(text-info-ink underline) disabled:text-ink-3',
      'btn-small': 'h-28px px-2.5 text-12px',
      'btn-big': 'h-44px px-8 text-16px font-600',
      tag: 'inline-flex items-center justify-center h-18px px-1.25 rounded-4px text-12px leading-none font-500 whitespace-nowrap align-[1px]',
      'tag-promo': 'tag bg-promo-wash text-promo-ink',
      'tag-soft': 'tag bg-primary-wash text-primary-ink',
      'tag-info': 'tag bg-info-wash text-info-ink',
      'tag-plain': 'tag bg-card-dim text-ink-2',
      'tag-warn': 'tag bg-price-wash text-price-ink',
      'tag-rx': 'tag bg-[#c62f4b] text-white',
      'tag-otc': 'tag bg-[#1f7a3a] text-white',
      'tag-otcb': 'tag bg-[#147474] text-white',
      input:
        'w-full h-34px px-3 rounded border border-solid border-line-strong bg-card text-14px text-ink placeholder:text-ink-3 hover:border-primary focus:(border-primary outline-none ring-3 ring-primary-wash) disabled:(bg-card-dim text-ink-3) aria-[invalid=true]:border-price',
      field: 'grid gap-1.5',
      'goods-grid': 'grid grid-cols-2 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5 gap-2 md:gap-3',
      badge:
        'inline-grid place-items-center min-w-18px h-18px px-1.25 rounded-9px bg-price text-white text-12px leading-none font-500 tabular-nums',
      link: 'text-info hover:(text-info-ink underline)',
      'icon-button':
        'inline-grid place-items-center w-32px h-32px p-0 rounded border-0 bg-transparent text-ink-2 cursor-pointer hover:(bg-card-dim text-ink)',
      'sr-only-focusable': 'sr-only focus:not-sr-only',
    },
  ],
});
