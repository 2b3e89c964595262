import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { walletPassFaults } from "@guichet/contract/integrations/wallet-pass-settings.ts";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CertificateRequest,
  certificate,
  type KeyPair,
  newKey,
} from "../../../../sandbox/src/wallets/authority.ts";
import { daysMs } from "../../clock.ts";
import { configuredPasses } from "./configured-passes.ts";

let folder: string;
let key: KeyPair;
let issuer: Pick<CertificateRequest, "subject" | "key">;
const subject = [
  { type: "0.9.2342.19200300.100.1.1", value: "pass.org.example" },
  { shortName: "OU", value: "TEAM" },
];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "guichet-certificates-"));
  key = await newKey();
  issuer = { subject: [{ name: "commonName", value: "Authority" }], key };
  await write("wwdr.pem", certificate({ ...issuer, serial: "01", isAuthority: true }, issuer));
  await write("key.pem", key.privateKey);
});
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeFile(inFolder(name), text);
const logged: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(line) });

/** The passes by a certificate of this kind, and other files than the right ones. */
async function passesOf(request: Partial<CertificateRequest> = {}, files: Record<string, string> = {}) {
  await write("pass.pem", certificate({ subject, key, serial: "02", ...request }, issuer));
  const apple = {
    certificateFile: inFolder("pass.pem"),
    keyFile: inFolder("key.pem"),
    wwdrFile: inFolder("wwdr.pem"),
    keyPassphrase: undefined,
    ...{ pushUrl: "", pushCaFile: undefined },
    ...files,
  };
  return configuredPasses({ apple, google: undefined }, log);
}

test("the pass type and team of a certificate are those of its subject", async () => {
  const { apple, working } = await passesOf();
  expect(apple?.signer).toMatchObject({ passType: "pass.org.example", team: "TEAM" });
  expect(working()).toEqual(["apple"]);
});

// covers: A wrong file of wallet passes stops the start with its name, and an expired certificate only turns them off
test("a file that does not belong to the others is refused in words, with its variable", async () => {
  const other = await newKey();
  await write("other-key.pem", other.privateKey);
  await write("other-wwdr.pem", certificate({ ...issuer, key: other, serial: "03" }, { ...issuer, key: other }));
  const wrong: [Partial<CertificateRequest>, Record<string, string>, RegExp][] = [
    [
      { subject: [{ name: "commonName", value: "server" }] },
      {},
      /APPLE_PASS_CERTIFICATE_FILE: not the certificate of a/,
    ],
    [{}, { certificateFile: inFolder("key.pem") }, /APPLE_PASS_CERTIFICATE_FILE: .* is not a certificate/],
    [{}, { keyFile: inFolder("other-key.pem") }, /APPLE_PASS_KEY_FILE: not the key of the certificate/],
    [{}, { keyFile: inFolder("pass.pem") }, /APPLE_PASS_KEY_FILE: .* is not a private key/],
    [{}, { wwdrFile: inFolder("other-wwdr.pem") }, /APPLE_WWDR_CERTIFICATE_FILE: did not issue/],
    [{}, { wwdrFile: inFolder("missing.pem") }, /APPLE_WWDR_CERTIFICATE_FILE: .* cannot be read/],
  ];
  for (const [request, files, fault] of wrong) await expect(passesOf(request, files)).rejects.toThrow(fault);
  await write("google.json", JSON.stringify({ client_email: "a@example.org", private_key_id: "1" }));
  const google = { issuer: "1", keyFile: inFolder("google.json"), apiUrl: "", saveUrl: "" };
  await expect(configuredPasses({ apple: undefined, google }, log)).rejects.toThrow(
    /GOOGLE_WALLET_KEY_FILE: .* \(private_key, token_uri\)/,
  );
  expect(walletPassFaults({ GOOGLE_WALLET_ISSUER: "1" })).toEqual([
    "GOOGLE_WALLET_KEY_FILE: required with GOOGLE_WALLET_ISSUER",
  ]);
});

// covers: A wrong file of wallet passes stops the start with its name, and an expired certificate only turns them off
test("a certificate is announced thirty days before it expires, and offers nothing afterwards", async () => {
  const until = (days: number) => ({ until: new Date(Date.now() + daysMs(days)) });
  expect((await passesOf(until(40))).certificates()).toMatchObject([{ state: "valid" }]);
  expect(logged).toEqual([]);
  const soon = await passesOf(until(29));
  expect([soon.certificates()[0]?.state, soon.working()]).toEqual(["expires-soon", ["apple"]]);
  expect(logged.pop()).toContain("certificate expires soon");
  const over = await passesOf(until(-0.5));
  expect([over.certificates()[0]?.state, over.working()]).toEqual(["expired", []]);
  expect(logged.pop()).toContain("Apple passes are off");
});
