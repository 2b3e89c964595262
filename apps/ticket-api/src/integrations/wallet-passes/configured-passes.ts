import type { AppleWalletSettings, WalletPassSettings } from "@guichet/contract/integrations/wallet-pass-settings.ts";
import { certificateWarningDays } from "@guichet/contract/limits/wallet-pass-limits.ts";
import type { PassWallet } from "@guichet/contract/packs/pass-wallet.ts";
import type { FastifyBaseLogger } from "fastify";
import { daysMs } from "../../clock.ts";
import { ConfigurationFault } from "../../config.ts";
import type { PassSigner } from "../../pass-files/apple-pass.ts";
import { type AppleCertificate, readAppleCertificate, UnusableFile } from "./apple-certificate.ts";
import { type PushOutcome, pushToDevices } from "./apple-push.ts";
import { readGoogleKey } from "./google-key.ts";
import { type GoogleWallet, googleWallet } from "./google-wallet.ts";

/** Passes for Apple Wallet: what signs them, and how the devices that have them are notified. */
export interface AppleWallet {
  signer: PassSigner;
  /** The outcome of each; `Unreachable`: the service did not take it now. */
  push(tokens: readonly string[]): Promise<(PushOutcome | Error)[]>;
}

/** The state of a certificate: how long it is valid, by real time. */
export interface CertificateState {
  name: string;
  expiresAt: string;
  state: "valid" | "expires-soon" | "expired";
}

/** The wallet apps that the installation can make passes for. */
export interface WalletPasses {
  apple: AppleWallet | undefined;
  google: GoogleWallet | undefined;
  /** Those that work now: a wallet whose certificate expired is left out. */
  working(): readonly PassWallet[];
  certificates(): CertificateState[];
}

/** Reads the certificates and keys of the configuration; throws `ConfigurationFault` with what is wrong, in words. */
export async function configuredPasses(
  settings: WalletPassSettings,
  log: Pick<FastifyBaseLogger, "warn" | "error">,
): Promise<WalletPasses> {
  const [certificate, googleKey] = await Promise.all([
    settings.apple && checked(readAppleCertificate(settings.apple)),
    settings.google && checked(readGoogleKey(settings.google.keyFile)),
  ]);
  const google = settings.google && googleKey && googleWallet(settings.google, googleKey);
  const certificates = () => (certificate === undefined ? [] : [stateOf(certificate, new Date())]);
  for (const { name, state, expiresAt } of certificates()) {
    if (state === "expired") log.error({ certificate: name, expiresAt }, "certificate expired: Apple passes are off");
    if (state === "expires-soon") log.warn({ certificate: name, expiresAt }, "certificate expires soon");
  }
  return {
    apple: certificate && settings.apple && appleWallet(settings.apple, certificate),
    google,
    certificates,
    working: () => [
      ...(certificates().some(({ state }) => state !== "expired") ? (["apple"] as const) : []),
      ...(google === undefined ? [] : (["google"] as const)),
    ],
  };
}

const appleWallet = (settings: AppleWalletSettings, certificate: AppleCertificate): AppleWallet => ({
  signer: certificate,
  push: (tokens) => pushToDevices(settings, certificate, tokens),
});

function stateOf({ passType, expiresAt }: AppleCertificate, now: Date): CertificateState {
  const leftMs = expiresAt.getTime() - now.getTime();
  const isSoon = leftMs <= daysMs(certificateWarningDays);
  const state = leftMs <= 0 ? "expired" : isSoon ? "expires-soon" : "valid";
  return { name: passType, expiresAt: expiresAt.toISOString(), state };
}

async function checked<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnusableFile) throw new ConfigurationFault([error.message]);
    throw error;
  }
}
