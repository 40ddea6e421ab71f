# The server as an image: OpenEnv on port 8000, as any user, on a read-only root with nothing but /tmp to write to.
#   docker build -t parley . && docker run -p 8000:8000 parley
# A proxy that connects from a private network (a Space's, one beside the container) is believed about who calls; with another one set
# PARLEY_TRUST_PROXY=any, or to how many there are, which also keeps callers of that network from inventing addresses; where callers
# reach the port directly through a network of Docker's that hides them, PARLEY_TRUST_PROXY=none.
# Games are kept in /tmp/parley and go with the container; mount a folder and set PARLEY_DATA, or set DATABASE_URL, to keep them.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY web web
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production PARLEY_DATA=/tmp/parley PARLEY_TRUST_PROXY=private
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# What a volume is made from has the owner of the folder that it covers: workers log calls there (deploy/compose.yaml).
RUN install -d -o 65532 -g 65532 /calls
USER 65532:65532
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/cli/main.js", "serve", "--host", "0.0.0.0", "--port", "8000"]
