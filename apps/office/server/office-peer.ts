import { join } from "node:path";
import { type Answer, startPeer } from "@guichet/client/peer.ts";
import type { StaffStep } from "@guichet/contract/staff-sign-in-steps.ts";
import { builtPagesOf } from "@guichet/web/run-app.ts";
import { readConfig } from "./config.ts";
import type { Pages } from "./pages.ts";
import { createOffice } from "./server.ts";

export const officeHost = "localhost:3002";

export const officeStaff = {
  staffId: "s1",
  name: "Ana Silva",
  email: "ana@operator.example",
  language: null,
  networks: [{ id: "demo", name: "Rivage", timeZone: "Europe/Paris", languages: ["fr", "en"], roles: ["admin"] }],
};
const expiresAt = "2026-12-31T00:00:00Z";
const over = { status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } };

/** Starts a fake Ticket API that accepts the token `good`, whose sign-in is at `at.step`. */
export function startOfficePeer(at: { step: StaffStep | null }, more: Record<string, Answer> = {}) {
  return startPeer({
    "/readyz": () => ({ status: "ok" }),
    "/Office/login": () => ({ status: "ok", staffToken: "good", expiresAt, staff: officeStaff, nextStep: at.step }),
    "/Office/getStaff": (seen, reply) =>
      seen.headers.authorization === "Bearer good"
        ? {
            status: "ok",
            staff: officeStaff,
            expiresAt,
            nextStep: at.step,
            secondFactor: null,
            isSecondFactorRequired: false,
          }
        : reply.code(401).send(over),
    ...more,
  });
}

/** Starts the office's server with its built pages, on the Ticket API at that address. */
export async function officeAt(apiUrl: string) {
  const buildFolder = join(import.meta.dirname, "../build");
  const pages = await builtPagesOf<Pages>(buildFolder, "The office");
  return createOffice({ config: readConfig({ API_URL: apiUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
}
