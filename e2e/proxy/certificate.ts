import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import path from "node:path";
import { createServer } from "node:tls";

/** Makes a certificate of two days for this machine; returns the path of the certificate, with its key in `privkey.pem` next to it. */
export function makeCertificate(folder: string): string {
  const certificate = path.join(folder, "fullchain.pem");
  execFileSync(
    "openssl",
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,DNS:office.localhost,IP:127.0.0.1 -keyout ${path.join(folder, "privkey.pem")} -out ${certificate}`.split(
      " ",
    ),
    { stdio: "ignore" },
  );
  return certificate;
}

/** A server on this machine, reached by https: which certificate its clients trust, and where it is. */
export interface Secured {
  url: string;
  certificate: string;
  close(): Promise<void>;
}

/** Puts TLS in front of a server of this machine. */
export async function secured(to: string, folder: string): Promise<Secured> {
  const certificate = makeCertificate(folder);
  const [cert, key] = await Promise.all([readFile(certificate), readFile(path.join(folder, "privkey.pem"))]);
  const { port, hostname } = new URL(to);
  const server = createServer({ cert, key }, (incoming) => {
    const outgoing = connect(Number(port), hostname);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
    close: async () => {
      server.close();
    },
  };
}
