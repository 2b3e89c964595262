import { createHash, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { SftpServer } from "@guichet/contract/integrations/bank-channel.ts";
import type SftpClient from "ssh2-sftp-client";
import { BankUnreachable } from "../bank-unreachable.ts";
import type { ExchangeFolder, OpenBankFolder } from "./bank-folder.ts";

const connectMs = 20_000;
const silenceMs = 10_000;
const silencesMax = 3;

/** The folders of a bank's SFTP server, connected while they are used. Throws `BankUnreachable` if they cannot be opened. */
export const sftpBankFolder =
  (server: SftpServer): OpenBankFolder =>
  async (use) => {
    // Loaded when it is needed: an installation without SFTP starts faster and takes less memory.
    const { default: Client } = await import("ssh2-sftp-client");
    const client = new Client();
    try {
      await connect(client, server);
      return await use({
        outgoing: remoteFolder(client, server, server.outgoing),
        incoming: remoteFolder(client, server, server.incoming),
      });
    } finally {
      // The files are where they belong: a connection that does not end well changes nothing.
      await client.end().catch(() => undefined);
    }
  };

async function connect(client: SftpClient, { host, port, user, credentials, hostKey }: SftpServer): Promise<void> {
  try {
    await client.connect({
      host,
      port,
      username: user,
      ...(await signInWith(credentials)),
      hostVerifier: (key: Buffer) => isHostKey(key, hostKey),
      readyTimeout: connectMs,
      keepaliveInterval: silenceMs,
      keepaliveCountMax: silencesMax,
    });
  } catch (cause) {
    throw new BankUnreachable(`sftp://${host}:${port} cannot be opened: ${messageOf(cause)}`, { cause });
  }
}

async function signInWith(credentials: SftpServer["credentials"]) {
  if ("password" in credentials) return { password: credentials.password };
  const privateKey = await readFile(credentials.keyFile);
  return credentials.passphrase === undefined ? { privateKey } : { privateKey, passphrase: credentials.passphrase };
}

function isHostKey(key: Buffer, fingerprint: string): boolean {
  const digest = createHash("sha256").update(key).digest();
  const expected = Buffer.from(fingerprint.replace(/^SHA256:/, ""), "base64");
  return expected.length === digest.length && timingSafeEqual(expected, digest);
}

function remoteFolder(client: SftpClient, { host, port }: SftpServer, folder: string): ExchangeFolder {
  const at = (file: string) => path.posix.join(folder, file);
  const create = async (file: string) => {
    const parent = path.posix.dirname(at(file));
    // The bank made the two folders; only those of read files may be missing.
    if (parent !== path.posix.normalize(folder) && !(await client.exists(parent))) await client.mkdir(parent);
  };
  return {
    name: `sftp://${host}:${port}/${folder}`,
    list: async () => (await client.list(folder)).filter(({ type }) => type === "-").map(({ name }) => name),
    exists: async (file) => (await client.exists(at(file))) !== false,
    async read(file, bytesMax) {
      if ((await client.stat(at(file))).size > bytesMax) return undefined;
      return (await client.get(at(file))) as Buffer;
    },
    async write(file, content) {
      await create(file);
      const bytes = Buffer.from(content);
      await client.put(bytes, at(file));
      const { size } = await client.stat(at(file));
      if (size !== bytes.byteLength) throw new Error(`${at(file)} has ${size} of ${bytes.byteLength} bytes`);
    },
    async remove(file) {
      await client.delete(at(file));
    },
    async rename(from, to) {
      await create(to);
      await client.rename(at(from), at(to));
    },
  };
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
