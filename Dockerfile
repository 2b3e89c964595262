# Everything that Guichet runs, built once; compose.yaml says what starts from it.
FROM node:24-bookworm-slim
WORKDIR /guichet
COPY . .
RUN npm ci && npm run build && npm cache clean --force
USER node
CMD ["npm", "run", "start:api"]
