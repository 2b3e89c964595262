import type { MailboxBehaviourKind } from "@guichet/contract/integrations/sandbox-mailbox.ts";
import { SMTPServer } from "smtp-server";
import type { Behaviour } from "../behaviour.ts";
import type { Clock } from "../clock.ts";
import type { Messages } from "./messages.ts";

const mostBytes = 20 * 1024 * 1024;
const socketTimeoutMs = 30_000;
// An idle connection of a client would delay the shutdown.
const closeTimeoutMs = 2_000;
const mostClients = 200;

export interface MailServer {
  /** Starts listening; returns the port. */
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

/** Mail server that accepts every address and delivers to the mailbox only. Status 250 means stored. */
export function createMailServer(
  messages: Messages,
  clock: Clock,
  behaviour: Behaviour<MailboxBehaviourKind>,
  failed: (cause: unknown) => void,
): MailServer {
  const server = new SMTPServer({
    name: "mailbox.sandbox.example",
    banner: "Guichet sandbox mailbox",
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: mostBytes,
    maxClients: mostClients,
    socketTimeout: socketTimeoutMs,
    closeTimeout: closeTimeoutMs,
    onConnect(_session, answered) {
      answered(behaviour.take("down") ? reply(421, "ordered to be away") : undefined);
    },
    onRcptTo(_address, _session, answered) {
      if (behaviour.take("later")) return answered(reply(451, "ordered to take it later"));
      answered(behaviour.take("refuse") ? reply(550, "ordered to refuse") : undefined);
    },
    onData(stream, session, answered) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on("end", () => {
        if (stream.sizeExceeded) {
          answered(reply(552, "message too large"));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        messages
          .keep({
            at: clock.now().toISOString(),
            sender: mailFrom === false ? "" : mailFrom.address,
            recipients: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks),
          })
          .then(
            () => answered(null, "kept"),
            (cause) => {
              failed(cause);
              answered(reply(451, "not kept, try again"));
            },
          );
      });
    },
  });
  // A broken connection is not a fault of the sandbox; without a listener it would end the process.
  server.on("error", failed);
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        const listening = server.listen(port, host, () => {
          server.removeListener("error", reject);
          const address = listening.address();
          resolve(typeof address === "object" && address !== null ? address.port : port);
        });
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
