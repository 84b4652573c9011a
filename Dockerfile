# Two stages: the sources are compiled once, and only what runs is kept.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node
# What is large is given back to the system, and threads share what is small: 60 MB less.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/assets ./assets
RUN printf '#!/bin/sh\nexec node /app/dist/bundle/kontor.js "$@"\n' > /usr/local/bin/kontor && chmod +x /usr/local/bin/kontor \
 && install -d -o node -g node -m 0711 /data
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s --start-interval=1s --timeout=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# V8 would keep 128 MB for objects that are seconds old.
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "--enable-source-maps", "dist/bundle/main.js"]
