import { createHash } from "node:crypto";

const keyLength = 12;

/** A short key of an alert's content: an alert that was dismissed is shown again once its content has changed. */
export const alertKey = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, keyLength);
