import { generateKeyPair } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import {
  demoGoogleIssuer,
  demoPassTeam,
  demoPassType,
  sandboxGoogleWalletPath,
} from "@guichet/contract/integrations/sandbox-wallets.ts";
import forge from "node-forge";

/** The files of a test authority: what Apple and Google give an operator, and what their stand-ins need. */
export interface WalletAuthority {
  /** Certificate of the authority, which issued the others. */
  authority: string;
  pass: string;
  passKey: string;
  /** Certificate and key of the notification service. */
  push: string;
  pushKey: string;
  /** Key of the service account, and the public key to it. */
  googleKey: string;
  googlePublicKey: string;
}

const generate = promisify(generateKeyPair);
const bits = 2048;
const validYears = 10;
const names = {
  authority: "authority.pem",
  pass: "pass.pem",
  passKey: "pass-key.pem",
  push: "push.pem",
  pushKey: "push-key.pem",
  googleKey: "google-key.json",
  googlePublicKey: "google-public-key.pem",
} as const satisfies Record<keyof WalletAuthority, string>;

/** Where the sandbox with this data folder keeps its authority. */
export const walletAuthorityFolder = (sandboxFolder: string): string => join(sandboxFolder, "wallet-authority");

/** The files of the authority in a folder; creates them at the first use. `sandboxUrl`: where the stand-in of Google is. */
export async function openWalletAuthority(folder: string, sandboxUrl: string): Promise<WalletAuthority> {
  const files = filesIn(folder);
  const isThere = await readFile(files.googleKey).then(
    () => true,
    () => false,
  );
  if (!isThere) await create(folder);
  // The address may be another one at each start.
  const key = JSON.parse(await readFile(files.googleKey, "utf8"));
  const moved = { ...key, token_uri: `${sandboxUrl}${sandboxGoogleWalletPath}/token` };
  if (moved.token_uri !== key.token_uri)
    await writeFile(files.googleKey, JSON.stringify(moved, null, 2), { mode: 0o600 });
  return files;
}

/** The settings by which the Ticket API uses these files, and the stand-ins at these addresses. */
export const walletPassVariablesOf = (
  files: WalletAuthority,
  { sandbox, push }: { sandbox: string; push: string },
): Record<string, string> => ({
  APPLE_PASS_CERTIFICATE_FILE: files.pass,
  APPLE_PASS_KEY_FILE: files.passKey,
  APPLE_WWDR_CERTIFICATE_FILE: files.authority,
  APPLE_PUSH_URL: push,
  APPLE_PUSH_CA_FILE: files.authority,
  GOOGLE_WALLET_ISSUER: demoGoogleIssuer,
  GOOGLE_WALLET_KEY_FILE: files.googleKey,
  GOOGLE_WALLET_URL: `${sandbox}${sandboxGoogleWalletPath}`,
});

const filesIn = (folder: string): WalletAuthority => ({
  authority: join(folder, names.authority),
  pass: join(folder, names.pass),
  passKey: join(folder, names.passKey),
  push: join(folder, names.push),
  pushKey: join(folder, names.pushKey),
  googleKey: join(folder, names.googleKey),
  googlePublicKey: join(folder, names.googlePublicKey),
});

/** Creates the files in a temporary folder and renames it, so that a stop in between leaves nothing unfinished. */
async function create(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const unfinished = await mkdtemp(`${folder}-`);
  const [authority, pass, push, google] = await Promise.all([newKey(), newKey(), newKey(), newKey()]);
  const issuer = { subject: [{ name: "commonName", value: "Guichet Test Authority" }], key: authority };
  const contents: Record<keyof WalletAuthority, string> = {
    authority: certificate({ ...issuer, serial: "01", isAuthority: true }, issuer),
    pass: certificate({ subject: passSubject, key: pass, serial: "02" }, issuer),
    passKey: pass.privateKey,
    push: certificate({ subject: [{ name: "commonName", value: "localhost" }], key: push, serial: "03" }, issuer),
    pushKey: push.privateKey,
    googleKey: JSON.stringify({
      type: "service_account",
      client_email: "tickets@guichet-demo.example",
      private_key_id: "guichet-demo-key",
      private_key: google.privateKey,
      token_uri: "",
    }),
    googlePublicKey: google.publicKey,
  };
  const files = filesIn(unfinished);
  for (const [name, content] of Object.entries(contents))
    await writeFile(files[name as keyof WalletAuthority], content, { mode: 0o600 });
  // Another process may have been faster.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
}

/** UID and OU name pass type and team, as on Apple's certificates. */
const passSubject: forge.pki.CertificateField[] = [
  { type: "0.9.2342.19200300.100.1.1", value: demoPassType },
  { name: "commonName", value: `Pass Type ID: ${demoPassType}` },
  { shortName: "OU", value: demoPassTeam },
];

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

export const newKey = (): Promise<KeyPair> =>
  generate("rsa", {
    modulusLength: bits,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

/** A certificate as PEM, valid for ten years; that of the notification service is also one of a local server. */
export function certificate(
  { subject, key, serial, isAuthority = false, until }: CertificateRequest,
  issuer: Pick<CertificateRequest, "subject" | "key">,
): string {
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(key.publicKey);
  made.serialNumber = serial;
  const now = new Date();
  made.validity.notBefore = new Date(now.getTime() - 86_400_000);
  made.validity.notAfter = until ?? new Date(Date.UTC(now.getUTCFullYear() + validYears, now.getUTCMonth(), 1));
  made.setSubject(subject);
  made.setIssuer(issuer.subject);
  made.setExtensions([
    { name: "basicConstraints", cA: isAuthority, critical: true },
    isAuthority
      ? { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true }
      : { name: "keyUsage", digitalSignature: true, critical: true },
    ...(isAuthority ? [] : [{ name: "extKeyUsage", serverAuth: true, clientAuth: true, emailProtection: true }]),
    ...(isAuthority ? [] : [{ name: "subjectAltName", altNames: localNames }]),
  ]);
  made.sign(forge.pki.privateKeyFromPem(issuer.key.privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(made);
}

export interface CertificateRequest {
  subject: forge.pki.CertificateField[];
  key: KeyPair;
  serial: string;
  isAuthority?: boolean;
  until?: Date;
}

/** Types of RFC 5280: 2 is a name, 7 an address. */
const localNames = [
  { type: 2, value: "localhost" },
  { type: 7, ip: "127.0.0.1" },
];
