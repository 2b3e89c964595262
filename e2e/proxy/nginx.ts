import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { bringNginx } from "../../scripts/test/nginx.ts";
import { makeCertificate } from "./certificate.ts";

/** The ports of nginx and of the parts, all on this machine. */
export interface ProxyPorts {
  http: number;
  https: number;
  shop: number;
  api: number;
  office: number;
}

export interface ReverseProxy {
  /** Its certificate, which clients must trust. */
  certificate: string;
  start(): void;
  stop(): Promise<void>;
}

const example = path.join(import.meta.dirname, "../../docs/examples/nginx.conf");

/**
 * Runs the documentation's example as a separate nginx: only ports, host names and the path of the certificate are changed. The shop is
 * `localhost`, the office `office.localhost`, the Ticket API `127.0.0.1`.
 */
export async function proxyOfExample(ports: ProxyPorts): Promise<ReverseProxy> {
  const program = bringNginx(console.log);
  if (program === undefined)
    throw new Error("The example behind nginx needs nginx: run `apt-get install nginx-light` as root.");
  const folder = await mkdtemp(path.join(tmpdir(), "guichet-nginx-"));
  const certificate = makeCertificate(folder);
  const changes: Record<string, string> = {
    "listen 80 ": `listen 127.0.0.1:${ports.http} `,
    "listen 443 ": `listen 127.0.0.1:${ports.https} `,
    "https://$host$request_uri": `https://$host:${ports.https}$request_uri`,
    "127.0.0.1:3000": `127.0.0.1:${ports.shop}`,
    "127.0.0.1:3001": `127.0.0.1:${ports.api}`,
    "127.0.0.1:3002": `127.0.0.1:${ports.office}`,
    "server_name shop.example": "server_name localhost",
    "server_name office.example": "server_name office.localhost",
    "server_name api.example": "server_name 127.0.0.1",
    "/etc/ssl/guichet": folder,
  };
  // In one pass, as a port such as 30012 that was put in must not be read as the example's 3001.
  const site = (await readFile(example, "utf8")).replaceAll(
    new RegExp(
      Object.keys(changes)
        .map((text) => text.replaceAll(/[.$]/g, "\\$&"))
        .join("|"),
      "g",
    ),
    (text) => changes[text] ?? text,
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  const configuration = path.join(folder, "nginx.conf");
  await writeFile(
    configuration,
    `daemon off; worker_processes 1; pid ${path.join(folder, "pid")}; error_log ${path.join(folder, "error.log")};
events {} http { access_log off; ${temporary.join(" ")}\n${site}\n}`,
  );
  let running: ChildProcess | undefined;
  return {
    certificate,
    start: () => {
      execFileSync(program, ["-t", "-q", "-c", configuration, "-p", folder, "-e", path.join(folder, "error.log")]);
      running = spawn(program, ["-c", configuration, "-p", folder, "-e", path.join(folder, "error.log")], {
        stdio: "ignore",
      });
    },
    stop: async () => {
      const ended = running && new Promise((resolve) => running?.once("exit", resolve));
      running?.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
