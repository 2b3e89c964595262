import { readFileSync } from "node:fs";
import { type ClientHttp2Session, connect } from "node:http2";
import type { AppleWalletSettings } from "@guichet/contract/integrations/wallet-pass-settings.ts";
import { passServiceAnswerMaxBytes, passServiceTimeoutMs } from "@guichet/contract/limits/wallet-pass-limits.ts";
import { Unreachable } from "../unreachable.ts";
import type { AppleCertificate } from "./apple-certificate.ts";

/** `gone`: the device no longer has the pass, or its token is not one. */
export type PushOutcome = "sent" | "gone";

const goneReasons: ReadonlySet<string> = new Set(["BadDeviceToken", "Unregistered", "DeviceTokenNotForTopic"]);

/**
 * Tells devices that their pass changed, over one connection (Apple Push Notification service: HTTP/2, an empty message to the pass
 * type, authenticated by its certificate). Returns the outcome of each device: an `Unreachable` if the service did not take it now,
 * another error if it refused it.
 */
export async function pushToDevices(
  settings: Pick<AppleWalletSettings, "pushUrl" | "pushCaFile">,
  signer: AppleCertificate,
  tokens: readonly string[],
  timeoutMs = passServiceTimeoutMs,
): Promise<(PushOutcome | Error)[]> {
  const { pushUrl, pushCaFile } = settings;
  const ca = pushCaFile === undefined ? {} : { ca: readFileSync(pushCaFile) };
  const session = connect(pushUrl, { cert: signer.certificate, key: signer.key, ...ca });
  const { promise: over, reject } = Promise.withResolvers<never>();
  session.on("error", (cause) => reject(unreachable("no connection", cause)));
  session.once("goaway", () => reject(unreachable("the service ended the connection")));
  session.once("close", () => reject(unreachable("the connection was closed")));
  const deadline = setTimeout(() => reject(unreachable("no answer in time")), timeoutMs);
  // Also when no request waits for it.
  over.catch(() => undefined);
  const outcomeOf = (token: string) =>
    Promise.race([push(session, signer.passType, token), over]).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
  try {
    return await Promise.all(tokens.map(outcomeOf));
  } finally {
    clearTimeout(deadline);
    session.destroy();
  }
}

async function push(session: ClientHttp2Session, topic: string, token: string): Promise<PushOutcome> {
  const { status, body } = await request(session, topic, token);
  if (status === 0) throw unreachable("no answer");
  if (status === 200) return "sent";
  const reason = reasonIn(body);
  if (status === 410 || goneReasons.has(reason)) return "gone";
  if (status === 429 || status >= 500) throw unreachable(`HTTP ${status} ${reason}`);
  throw new Error(`Apple refused the notification of a pass: HTTP ${status} ${reason}`);
}

function request(session: ClientHttp2Session, topic: string, token: string): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const stream = session.request({
    ":method": "POST",
    ":path": `/3/device/${encodeURIComponent(token)}`,
    "apns-topic": topic,
  });
  let status = 0;
  let body = "";
  stream.setEncoding("utf8");
  stream.on("response", (headers) => {
    status = Number(headers[":status"]);
  });
  stream.on("data", (chunk: string) => {
    if (body.length < passServiceAnswerMaxBytes) body += chunk;
  });
  stream.once("end", () => resolve({ status, body }));
  stream.on("error", (cause) => reject(unreachable("no answer", cause)));
  stream.once("close", () => reject(unreachable("no answer")));
  stream.end("{}");
  return promise;
}

function reasonIn(body: string): string {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown };
    return typeof reason === "string" ? reason : "";
  } catch {
    return "";
  }
}

const unreachable = (message: string, cause?: unknown) => new Unreachable("apple-push", message, { cause });
