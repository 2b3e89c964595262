import { z } from "zod";

/** Files and addresses by which Apple Wallet passes are signed and their devices notified. */
export interface AppleWalletSettings {
  /** PEM files: the certificate of the pass type, its private key, and Apple's intermediate certificate (WWDR). */
  certificateFile: string;
  keyFile: string;
  keyPassphrase: string | undefined;
  wwdrFile: string;
  /** Apple's notification service; the demo has its own, with its own certificate authority. */
  pushUrl: string;
  pushCaFile: string | undefined;
}

/** The issuer at Google Wallet, and the key file of its service account. */
export interface GoogleWalletSettings {
  issuer: string;
  keyFile: string;
  apiUrl: string;
  saveUrl: string;
}

export interface WalletPassSettings {
  apple: AppleWalletSettings | undefined;
  google: GoogleWalletSettings | undefined;
}

const text = z.string().min(1).optional();

/** The environment variables of wallet passes. */
export const walletPassVariables = {
  APPLE_PASS_CERTIFICATE_FILE: text,
  APPLE_PASS_KEY_FILE: text,
  APPLE_PASS_KEY_PASSPHRASE: text,
  APPLE_WWDR_CERTIFICATE_FILE: text,
  APPLE_PUSH_URL: z.url({ protocol: /^https$/ }).optional(),
  APPLE_PUSH_CA_FILE: text,
  GOOGLE_WALLET_ISSUER: z
    .string()
    .regex(/^\d{1,30}$/, "not the number of an issuer")
    .optional(),
  GOOGLE_WALLET_KEY_FILE: text,
  GOOGLE_WALLET_URL: z.url({ protocol: /^https?$/ }).optional(),
};
type Variables = z.infer<z.ZodObject<typeof walletPassVariables>>;

/** Apple's and Google's own addresses. */
const applePushUrl = "https://api.push.apple.com";
const googleApiUrl = "https://walletobjects.googleapis.com";
const googleSaveUrl = "https://pay.google.com/gp/v/save";

/** The settings of these variables; a wallet without its variables is undefined. */
export function walletPassSettingsOf(env: Variables): WalletPassSettings {
  const { APPLE_PASS_CERTIFICATE_FILE: certificateFile, APPLE_PASS_KEY_FILE: appleKey } = env;
  const { APPLE_WWDR_CERTIFICATE_FILE: wwdrFile } = env;
  const { GOOGLE_WALLET_ISSUER: issuer, GOOGLE_WALLET_KEY_FILE: googleKey, GOOGLE_WALLET_URL: url } = env;
  return {
    apple:
      certificateFile === undefined || appleKey === undefined || wwdrFile === undefined
        ? undefined
        : {
            ...{ certificateFile, keyFile: appleKey, wwdrFile, keyPassphrase: env.APPLE_PASS_KEY_PASSPHRASE },
            pushUrl: env.APPLE_PUSH_URL ?? applePushUrl,
            pushCaFile: env.APPLE_PUSH_CA_FILE,
          },
    google:
      issuer === undefined || googleKey === undefined
        ? undefined
        : {
            ...{ issuer, keyFile: googleKey },
            apiUrl: url ?? googleApiUrl,
            saveUrl: url === undefined ? googleSaveUrl : `${url}/gp/v/save`,
          },
  };
}

/** What is wrong with the variables together, a line each. */
export function walletPassFaults(env: Variables): string[] {
  const groups = [
    ["APPLE_PASS_CERTIFICATE_FILE", "APPLE_PASS_KEY_FILE", "APPLE_WWDR_CERTIFICATE_FILE"],
    ["GOOGLE_WALLET_ISSUER", "GOOGLE_WALLET_KEY_FILE"],
  ] as const;
  return groups.flatMap((names) => {
    const given = names.filter((name) => env[name] !== undefined);
    if (given.length === 0) return [];
    return names.filter((name) => env[name] === undefined).map((name) => `${name}: required with ${given.join(", ")}`);
  });
}
