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
 * type, authenticated by its certificate). Throws `Unreachable` if the service does not take one of them.
 */
export async function pushToDevices(
  settings: Pick<AppleWalletSettings, "pushUrl" | "pushCaFile">,
  signer: AppleCertificate,
  tokens: readonly string[],
): Promise<PushOutcome[]> {
  const { pushUrl, pushCaFile } = settings;
  const ca = pushCaFile === undefined ? {} : { ca: readFileSync(pushCaFile) };
  const session = connect(pushUrl, { cert: signer.certificate, key: signer.key, ...ca });
  const broken = new Promise<never>((_, reject) => {
    session.once("error", (cause) => reject(unreachable("no connection", cause)));
    session.setTimeout(passServiceTimeoutMs, () => reject(unreachable("no answer in time")));
  });
  // Also when no request waits for it.
  broken.catch(() => undefined);
  try {
    return await Promise.race([Promise.all(tokens.map((token) => push(session, signer.passType, token))), broken]);
  } finally {
    session.destroy();
  }
}

async function push(session: ClientHttp2Session, topic: string, token: string): Promise<PushOutcome> {
  const { status, body } = await request(session, topic, token);
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
  stream.once("error", (cause) => reject(unreachable("no answer", cause)));
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
