import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { AppleWalletSettings } from "@guichet/contract/integrations/wallet-pass-settings.ts";
import type { PassSigner } from "../../pass-files/apple-pass.ts";

/** The certificate by which passes are signed and devices notified. */
export interface AppleCertificate extends PassSigner {
  /** When the first of the pass type's and Apple's own certificate expires. */
  expiresAt: Date;
}

/** A file of the configuration is unusable; the message names its variable and says why. */
export class UnusableFile extends Error {}

const certificateVariable = "APPLE_PASS_CERTIFICATE_FILE";
const keyVariable = "APPLE_PASS_KEY_FILE";
const wwdrVariable = "APPLE_WWDR_CERTIFICATE_FILE";

/**
 * Reads the files of the Apple certificate and checks that they belong together; throws `UnusableFile`. An expired certificate is no
 * error: the shop goes on without its passes.
 */
export async function readAppleCertificate(settings: AppleWalletSettings): Promise<AppleCertificate> {
  const certificate = await readCertificate(certificateVariable, settings.certificateFile);
  const wwdr = await readCertificate(wwdrVariable, settings.wwdrFile);
  const key = await readKey(settings);
  const passType = subjectField(certificate, "UID");
  const team = subjectField(certificate, "OU");
  if (passType === undefined || !passType.startsWith("pass.") || team === undefined)
    throw new UnusableFile(
      `${certificateVariable}: not the certificate of a pass type: its subject has no UID that begins with "pass." or no OU`,
    );
  if (!certificate.checkPrivateKey(key))
    throw new UnusableFile(`${keyVariable}: not the key of the certificate in ${certificateVariable}`);
  if (!certificate.checkIssued(wwdr) || !certificate.verify(wwdr.publicKey))
    throw new UnusableFile(
      `${wwdrVariable}: did not issue the certificate in ${certificateVariable}, which names "${issuerOf(certificate)}"`,
    );
  const expiresAt = new Date(Math.min(certificate.validToDate.getTime(), wwdr.validToDate.getTime()));
  return {
    ...{ passType, team, expiresAt, certificate: certificate.toString(), wwdr: wwdr.toString() },
    key: key.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

async function readCertificate(variable: string, file: string): Promise<X509Certificate> {
  const bytes = await readConfigured(variable, file);
  try {
    return new X509Certificate(bytes);
  } catch (cause) {
    throw new UnusableFile(`${variable}: ${file} is not a certificate in PEM or DER`, { cause });
  }
}

async function readKey({ keyFile, keyPassphrase }: AppleWalletSettings): Promise<KeyObject> {
  const pem = await readConfigured(keyVariable, keyFile);
  try {
    return createPrivateKey({ key: pem, ...(keyPassphrase === undefined ? {} : { passphrase: keyPassphrase }) });
  } catch (cause) {
    throw new UnusableFile(
      `${keyVariable}: ${keyFile} is not a private key in PEM, or APPLE_PASS_KEY_PASSPHRASE is not its passphrase`,
      { cause },
    );
  }
}

/** Reads a file that the configuration names; throws `UnusableFile`. */
export async function readConfigured(variable: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new UnusableFile(`${variable}: ${file} cannot be read`, { cause });
  }
}

/** A field of the subject, such as `UID=pass.org.example`. */
const subjectField = ({ subject }: X509Certificate, name: string): string | undefined =>
  subject
    .split("\n")
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const issuerOf = ({ issuer }: X509Certificate): string => issuer.replaceAll("\n", ", ");
