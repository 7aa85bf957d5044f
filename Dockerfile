# The image of Afterimage: the service and all its commands, for amd64 and arm64. What builds the dashboard stays behind.
#
#   docker build -t afterimage .
#   docker run --read-only --tmpfs /tmp -p 127.0.0.1:8080:8080 -v afterimage:/data afterimage
#
# compose.yaml beside this file runs it with workers, PostgreSQL and TLS; deploy/helm does so on Kubernetes.

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY . .
# First with everything, for the dashboard; then only what the service itself needs.
RUN npm ci --omit=dev \
 && mv packages/dashboard/dist /dist \
 && npm ci --omit=dev --ignore-scripts --include-workspace-root \
      -w packages/cli -w packages/server -w packages/studio -w packages/contract -w packages/client \
 && rm -rf packages/dashboard packages/*/test bench scripts clients docs/screenshots docs/gallery deploy .git .ci .github \
 && mkdir -p packages/dashboard && mv /dist packages/dashboard/dist \
 # Of the Node that npm brings only the program is needed.
 && mv node_modules/node-linux-*/bin/node /node && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/.cache

FROM debian:trixie-slim
# Node needs libatomic1; tini passes signals on and reaps what renders leave behind.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 tini \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 afterimage \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin afterimage \
 && mkdir /data && chown 10001:10001 /data
COPY --from=build /node /usr/local/bin/node
COPY --from=build /app /app
RUN ln -s /app/packages/cli/bin/afterimage.js /usr/local/bin/afterimage
WORKDIR /data
ENV HOST=0.0.0.0 PORT=8080 AFTERIMAGE_DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# A process that answers no API has no port here; give it AFTERIMAGE_PROBE_PORT and a check of your own.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.AFTERIMAGE_PROBE_PORT || process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "afterimage"]
CMD ["start"]
