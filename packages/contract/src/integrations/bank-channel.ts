import { z } from "zod";

/** A bank's SFTP server, as its contract names it. */
export interface SftpServer {
  host: string;
  port: number;
  user: string;
  /** File with our private key, read for each connection; or the password that the bank gave. */
  credentials: { keyFile: string; passphrase: string | undefined } | { password: string };
  /** Fingerprint of the server's key: `SHA256:...`, as `ssh-keygen -lf` prints it. */
  hostKey: string;
  /** The folders at the bank for our files, and for its files. */
  outgoing: string;
  incoming: string;
}

/**
 * How files reach the bank: through a folder that a transfer program empties and fills, by SFTP, or by a person with a command.
 */
export type BankChannel =
  | { kind: "folder"; folder: string }
  | { kind: "sftp"; server: SftpServer }
  | { kind: "manual" };

const text = z.string().min(1).optional();

/** The environment variables of the channel. */
export const bankChannelVariables = {
  BANK_CHANNEL: z.enum(["folder", "sftp", "manual"]).optional(),
  BANK_FILES_FOLDER: text,
  BANK_SFTP_URL: z.url({ protocol: /^sftp$/ }).optional(),
  BANK_SFTP_KEY_FILE: text,
  BANK_SFTP_PASSPHRASE: text,
  BANK_SFTP_PASSWORD: text,
  BANK_SFTP_HOST_KEY: z
    .string()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, "not a fingerprint as `ssh-keygen -lf` prints it")
    .optional(),
  BANK_SFTP_OUTGOING: text,
  BANK_SFTP_INCOMING: text,
};
type Variables = z.infer<z.ZodObject<typeof bankChannelVariables>>;

const sshPort = 22;

/** The channel of these variables; undefined: none is set, or a variable is missing (`bankChannelFaults`). */
export function bankChannelOf(env: Variables): BankChannel | undefined {
  if (bankChannelFaults(env).length > 0) return undefined;
  if (env.BANK_CHANNEL === "sftp") return { kind: "sftp", server: sftpServerOf(env) };
  if (env.BANK_CHANNEL === "manual") return { kind: "manual" };
  return env.BANK_FILES_FOLDER === undefined ? undefined : { kind: "folder", folder: env.BANK_FILES_FOLDER };
}

function sftpServerOf(env: Variables): SftpServer {
  const { hostname, port, username } = new URL(env.BANK_SFTP_URL ?? "");
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? sshPort : Number(port),
    user: decodeURIComponent(username),
    credentials:
      env.BANK_SFTP_PASSWORD === undefined
        ? { keyFile: env.BANK_SFTP_KEY_FILE ?? "", passphrase: env.BANK_SFTP_PASSPHRASE }
        : { password: env.BANK_SFTP_PASSWORD },
    hostKey: env.BANK_SFTP_HOST_KEY ?? "",
    outgoing: env.BANK_SFTP_OUTGOING ?? "outgoing",
    incoming: env.BANK_SFTP_INCOMING ?? "incoming",
  };
}

/** What is wrong with the variables together, a line each. */
export function bankChannelFaults(env: Variables): string[] {
  const { BANK_CHANNEL: channel, BANK_FILES_FOLDER: folder, BANK_SFTP_URL: url } = env;
  const faults: string[] = [];
  if (channel === "folder" && folder === undefined) faults.push("BANK_FILES_FOLDER: required with BANK_CHANNEL=folder");
  if (channel !== "folder" && folder !== undefined) faults.push("BANK_FILES_FOLDER: needs BANK_CHANNEL=folder");
  if (channel !== "sftp") {
    for (const [name, value] of Object.entries(env))
      if (name.startsWith("BANK_SFTP_") && value !== undefined) faults.push(`${name}: needs BANK_CHANNEL=sftp`);
    return faults;
  }
  for (const name of ["BANK_SFTP_URL", "BANK_SFTP_HOST_KEY"] as const)
    if (env[name] === undefined) faults.push(`${name}: required with BANK_CHANNEL=sftp`);
  if (url !== undefined && !isServerAddress(url))
    faults.push("BANK_SFTP_URL: not `sftp://user@host` or `sftp://user@host:port`");
  if ((env.BANK_SFTP_KEY_FILE === undefined) === (env.BANK_SFTP_PASSWORD === undefined))
    faults.push("BANK_SFTP_KEY_FILE: either this or BANK_SFTP_PASSWORD is required with BANK_CHANNEL=sftp");
  if (env.BANK_SFTP_PASSPHRASE !== undefined && env.BANK_SFTP_KEY_FILE === undefined)
    faults.push("BANK_SFTP_PASSPHRASE: needs BANK_SFTP_KEY_FILE");
  return faults;
}

function isServerAddress(url: string): boolean {
  const { hostname, username, password, pathname, search, hash } = new URL(url);
  return (
    hostname !== "" &&
    username !== "" &&
    [password, search, hash].every((part) => part === "") &&
    /^\/?$/.test(pathname)
  );
}
